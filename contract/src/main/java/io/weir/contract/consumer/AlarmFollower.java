package io.weir.contract.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code alarms.state} from its beginning and then continuously, in its own thread; committed
 * records only. It joins no consumer group: every follower reads the whole topic at every start.
 */
public final class AlarmFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmFollower.class);

    private static final Duration POLL = Duration.ofMillis(100);

    private final TopicPartition partition;
    private final AlarmListener listener;
    private final TopicFollower follower;

    /** The position of the thread in the topic; negative before it has begun. */
    private long next = -1;

    /** The end of the topic when the consumer began. */
    private long end;

    private boolean isCaughtUp;

    /**
     * Reads nothing before {@link #start}.
     *
     * @param service the prefix of the thread's name
     */
    public AlarmFollower(String service, KafkaSettings kafka, AlarmListener listener) {
        this.partition = new TopicPartition(kafka.topics().state(), 0);
        this.listener = listener;
        this.follower = new TopicFollower(
                service + "-alarms",
                partition.topic(),
                POLL,
                ConsumerSettings.follower(kafka).committedOnly(),
                this::begin,
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

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.assign(List.of(partition));
        if (next < 0) {
            consumer.seekToBeginning(List.of(partition));
        } else {
            consumer.seek(partition, next);
        }
        end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private boolean read(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        records.forEach(this::read);
        next = consumer.position(partition);
        if (next >= end && !isCaughtUp) {
            isCaughtUp = true;
            listener.onCaughtUp();
        }
        return next >= end;
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
            LOG.debug("{}@{} is not an alarm state", partition, record.offset(), e);
            listener.onUnreadable();
            return;
        }
        listener.onState(state);
    }
}
