package io.weir.gateway.kafka;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import io.weir.gateway.intake.PublishQueue;
import io.weir.gateway.intake.ReceiveClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
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
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final KafkaSettings kafka;
    private final TopicPartition partition;
    private final ReceiveClock clock;
    private final LongAdder unusable = new LongAdder();
    private final StateRelay relay;
    private final Worker worker;

    /** Reads nothing before {@link #start}. */
    public StateReader(KafkaSettings kafka, PublishQueue queue, ReceiveClock clock) {
        this.kafka = kafka;
        this.partition = new TopicPartition(kafka.topics().farmState(), 0);
        this.clock = clock;
        this.relay = new StateRelay(queue, kafka.partitions(), unusable::increment);
        this.worker = new Worker("weir-gateway-state", this::run);
    }

    /** Returns immediately. Call this once, when the topic exists. */
    public void start() {
        worker.start();
    }

    /** Number of unusable records in the topic. */
    public LongAdder unusable() {
        return unusable;
    }

    private void run() throws InterruptedException {
        boolean isLogged = false;
        while (!worker.isEnding()) {
            try {
                follow();
            } catch (KafkaException e) {
                if (!isLogged && !worker.isEnding()) {
                    LOG.warn("reading topic {} failed and is retried every second", partition.topic(), e);
                    isLogged = true;
                }
                worker.pause(RETRY_AFTER_MILLIS);
            }
        }
    }

    private void follow() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            relay.begin();
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (!worker.isEnding()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    relay.take(record.offset(), record.key(), record.value());
                }
                long next = consumer.position(partition);
                if (next >= end) {
                    relay.turn(next, System.nanoTime(), clock.nowNanos() / NANOS_PER_MILLI);
                }
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // For a recreated topic.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns once no more markers are emitted, or after two seconds. */
    @Override
    public void close() {
        worker.end();
        worker.join(END_WITHIN_MILLIS);
    }
}
