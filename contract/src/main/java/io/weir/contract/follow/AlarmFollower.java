package io.weir.contract.follow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code alarms.state} from its beginning, committed records only, and goes on with what comes, in a thread of its own.
 * In no consumer group: every follower is told everything, at every start.
 */
public final class AlarmFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmFollower.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final KafkaSettings kafka;
    private final TopicPartition partition;
    private final AlarmTaker taker;
    private final Worker worker;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile Health health = Health.waiting("not started");

    /** Where the thread is in the topic; below 0 before it has begun. */
    private long next = -1;

    private boolean isWhole;

    /**
     * Reads nothing before {@link #start}.
     *
     * @param service whose thread it is
     */
    public AlarmFollower(String service, KafkaSettings kafka, AlarmTaker taker) {
        this.kafka = kafka;
        this.partition = new TopicPartition(kafka.topics().state(), 0);
        this.taker = taker;
        this.worker = new Worker(service + "-alarms", this::run);
    }

    /** Returns at once; to be called once, when the topic is there. */
    public void start() {
        health = Health.waiting("reads " + partition.topic());
        worker.start();
    }

    /** Ready from the moment on at which the taker has all of the topic. */
    public Health health() {
        return health;
    }

    /** Returns once nothing more is told, or after two seconds. */
    @Override
    public void close() {
        worker.end();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
        worker.join(END_WITHIN_MILLIS);
    }

    private void run() throws InterruptedException {
        try {
            while (!worker.isEnding()) {
                readAsLongAsItGoes();
            }
        } catch (RuntimeException e) {
            LOG.error("topic {} is not followed any more", partition.topic(), e);
            health = Health.dead("broke: " + e);
        }
    }

    private void readAsLongAsItGoes() throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            reading = consumer;
            consumer.assign(List.of(partition));
            if (next < 0) {
                consumer.seekToBeginning(List.of(partition));
            } else {
                consumer.seek(partition, next);
            }
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (!worker.isEnding()) {
                consumer.poll(POLL).forEach(this::take);
                next = consumer.position(partition);
                isReadUpTo(end);
            }
        } catch (KafkaException e) {
            if (!worker.isEnding()) {
                LOG.warn("topic {} cannot be read, and is tried again: {}", partition.topic(), e.toString());
                health = Health.waiting("Kafka: " + e);
                worker.pause(RETRY_AFTER_MILLIS);
            }
        } finally {
            reading = null;
        }
    }

    private void isReadUpTo(long end) {
        if (next < end) {
            return;
        }
        if (!isWhole) {
            isWhole = true;
            taker.isWhole();
        }
        health = Health.running();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            taker.isGone(record.key() == null ? "" : new String(record.key(), UTF_8));
            return;
        }
        AlarmEvent state;
        try {
            state = AlarmJson.readEvent(record.value());
        } catch (IllegalArgumentException e) {
            LOG.debug("{}@{} is no state of an alarm", partition, record.offset(), e);
            taker.isUnreadable();
            return;
        }
        taker.is(state);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // For a topic that was made anew.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
