package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;

/** Turns messages into lines, by topic and payload. Belongs to one thread. */
public final class MqttMapping implements MessageMapping {
    private final LineIntake lines;
    private final KnownTopics topics;
    private final Payload payloads;

    private MqttMapping(LineIntake lines, KnownTopics topics, Payload payloads) {
        this.lines = lines;
        this.topics = topics;
        this.payloads = payloads;
    }

    /**
     * Of a format that names its series, which get the tags of the topics.
     *
     * @param intake turns payloads into lines of {@code lines}
     */
    public static MqttMapping ofMessages(LineIntake lines, List<TopicTemplate> templates, MessageIntake intake) {
        return new MqttMapping(lines, KnownTopics.tags(templates), (payload, tags, source, receivedNanos) -> {
            lines.tagMessage(tags, payload.length);
            intake.message(payload, 0, payload.length, source, receivedNanos);
        });
    }

    /**
     * Of numbers.
     *
     * @param measurement of topics without one
     */
    public static MqttMapping ofValues(LineIntake lines, List<TopicTemplate> templates, String measurement) {
        return new MqttMapping(lines, KnownTopics.lines(templates, measurement), new ValuePayload(lines));
    }

    /** An empty message is ignored: it deletes the retained message of its topic. */
    @Override
    public void message(Message message, SocketAddress broker, long receivedNanos) {
        byte[] payload = message.body();
        if (payload.length == 0) {
            return;
        }
        KnownTopics.Topic topic = topics.of(message.topic());
        if (topic.error() == MqttError.NONE) {
            payloads.message(payload, topic.text(), broker, receivedNanos);
        } else {
            byte[] text = withTopic(message);
            lines.refuse(topic.error().code(), text, 0, text.length, 0, broker, receivedNanos);
        }
    }

    private static byte[] withTopic(Message message) {
        byte[] topic = (message.topic() + " ").getBytes(UTF_8);
        byte[] text = Arrays.copyOf(topic, topic.length + message.body().length);
        System.arraycopy(message.body(), 0, text, topic.length, message.body().length);
        return text;
    }
}
