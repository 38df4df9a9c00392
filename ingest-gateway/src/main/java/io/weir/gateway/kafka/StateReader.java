package io.weir.gateway.kafka;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code control.state} from its beginning, in its own thread, and passes the state to a
 * {@link StateRelay}. Only this thread waits for Kafka.
 */
public final class StateReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateReader.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TopicPartition partition;
    private final ReceiveClock clock;
    private final LongAdder unusable = new LongAdder();
    private final StateRelay relay;
    private final TopicFollower follower;

    /** The end of the topic when the consumer began. */
    private long end;

    private boolean isFailureLogged;

    /** Reads nothing before {@link #start}. */
    public StateReader(KafkaSettings kafka, PublishQueue queue, ReceiveClock clock) {
        this.partition = new TopicPartition(kafka.topics().farmState(), 0);
        this.clock = clock;
        this.relay = new StateRelay(queue, kafka.partitions(), unusable::increment);
        this.follower = new TopicFollower(
                "weir-gateway-state",
                partition.topic(),
                POLL,
                ConsumerSettings.follower(kafka).committedOnly(),
                this::begin,
                this::read,
                this::logFirst);
    }

    /** Returns immediately. Call this once, when the topic exists. */
    public void start() {
        follower.start();
    }

    /** Number of unusable records in the topic. */
    public LongAdder unusable() {
        return unusable;
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        relay.begin();
        end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private boolean read(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        records.forEach(record -> relay.take(record.offset(), record.timestamp(), record.key(), record.value()));
        long next = consumer.position(partition);
        if (next < end) {
            return false;
        }
        relay.turn(next, System.nanoTime(), clock.nowNanos() / NANOS_PER_MILLI);
        return true;
    }

    private void logFirst(KafkaException e) {
        if (!isFailureLogged) {
            LOG.warn("reading topic {} failed and is retried every second", partition.topic(), e);
            isFailureLogged = true;
        }
    }

    /** Returns once no more markers are emitted, or after two seconds. */
    @Override
    public void close() {
        follower.close();
    }
}
