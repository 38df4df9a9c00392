package io.weir.contract.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code alarms.state} from its beginning and then continuously, in its own thread; committed
 * records only. It joins no consumer group: every follower reads the whole topic at every start.
 */
public final class AlarmFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmFollower.class);

    private static final Duration POLL = Duration.ofMillis(100);

    private final String topic;
    private final PartitionPosition position;
    private final AlarmListener listener;
    private final TopicFollower follower;
    private boolean isCaughtUp;

    /**
     * Reads nothing before {@link #start}.
     *
     * @param service the prefix of the thread's name
     */
    public AlarmFollower(String service, KafkaSettings kafka, AlarmListener listener) {
        this.topic = kafka.topics().state();
        this.position = new PartitionPosition(topic);
        this.listener = listener;
        this.follower = new TopicFollower(
                service + "-alarms",
                topic,
                POLL,
                ConsumerSettings.follower(kafka).committedOnly(),
                position::begin,
                this::read);
    }

    /** Does not block; call it once, when the topic exists. */
    public void start() {
        follower.start();
    }

    /** Ready once the listener has received the whole topic. */
    public Health health() {
        return follower.health();
    }

    /** Returns once the listener receives nothing more, or after two seconds. */
    @Override
    public void close() {
        follower.close();
    }

    private boolean read(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        records.forEach(this::read);
        boolean isAtEnd = position.advance(consumer);
        if (isAtEnd && !isCaughtUp) {
            isCaughtUp = true;
            listener.onCaughtUp();
        }
        return isAtEnd;
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            listener.onRemoved(record.key() == null ? "" : new String(record.key(), UTF_8));
            return;
        }
        AlarmEvent state;
        try {
            state = AlarmJson.readEvent(record.value());
        } catch (IllegalArgumentException e) {
            LOG.debug("{}@{} is not an alarm state", topic, record.offset(), e);
            listener.onUnreadable();
            return;
        }
        listener.onState(state);
    }
}
