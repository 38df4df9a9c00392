package io.weir.relay.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Turns each alarm into a message with its unmodified JSON. In the template of the route,
 * {@code measurement} is the name of the topic; other names are fields of the alarm, or its tags.
 */
public final class AlarmReader implements RecordReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MessageTemplate route;
    private final boolean isRouteConstant;

    public AlarmReader(MessageTemplate route) {
        this.route = route;
        this.isRouteConstant = isConstant(route);
    }

    /**
     * Returns whether a template names nothing of an alarm. A record that removes an alarm has no
     * alarm, so any other template would route it elsewhere.
     */
    public static boolean isConstant(MessageTemplate route) {
        return route.placeholders().stream().allMatch(RouteNames.MEASUREMENT::equals);
    }

    @Override
    public void read(ConsumerRecord<byte[], byte[]> from, List<Message> to, Refusals refusals) {
        String id = RecordReader.name(from);
        JsonNode alarm = null;
        if (!isRouteConstant && from.value() != null) {
            try {
                alarm = JSON.readTree(from.value());
            } catch (IOException e) {
                refusals.refuse(id, from.value(), "unreadable-alarm");
                return;
            }
        }
        JsonNode read = alarm;
        String key = route.render(name -> text(name, from.topic(), read));
        to.add(new Message(id, key, from.key(), from.value(), Message.JSON, from.timestamp()));
    }

    private static String text(String name, String topic, @Nullable JsonNode alarm) {
        if (name.equals(RouteNames.MEASUREMENT)) {
            return topic;
        }
        if (alarm == null) {
            return RouteNames.ABSENT;
        }
        JsonNode tag = alarm.path("tags").path(name);
        JsonNode value = tag.isMissingNode() ? alarm.path(name) : tag;
        return value.isValueNode() && !value.isNull() ? value.asText() : RouteNames.ABSENT;
    }
}
