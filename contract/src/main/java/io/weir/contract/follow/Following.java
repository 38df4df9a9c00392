package io.weir.contract.follow;

import io.weir.contract.service.Health;
import io.weir.contract.service.Silence;
import io.weir.contract.service.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads topics in no consumer group until it is told to end, and begins anew with another consumer when Kafka fails. To be
 * started once, and closed, by any thread.
 */
public final class Following implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final String topic;
    private final Duration poll;
    private final Supplier<Map<String, Object>> settings;
    private final Consumer<KafkaConsumer<byte[], byte[]>> begin;
    private final Taker taker;
    private final Worker worker;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile Health health = Health.waiting("not started");

    /** Takes what was read, or nothing, in the thread; returns whether what is to be known at first is known. */
    public interface Taker {
        boolean take(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer);
    }

    /**
     * Reads nothing before {@link #start}.
     *
     * @param topic what logs and health call that which is read
     * @param poll how long to wait for records at most
     * @param settings of each consumer
     * @param begin assigns partitions to a consumer that is new, and says where it begins; in the thread
     */
    public Following(
            String thread,
            String topic,
            Duration poll,
            Supplier<Map<String, Object>> settings,
            Consumer<KafkaConsumer<byte[], byte[]>> begin,
            Taker taker) {
        this.topic = topic;
        this.poll = poll;
        this.settings = settings;
        this.begin = begin;
        this.taker = taker;
        this.worker = new Worker(thread, this::run);
    }

    /** Returns at once; to be called once, when the topics are there. */
    public void start() {
        health = reads();
        worker.start();
    }

    /** Ready while it reads, Kafka answers, and what is to be known at first is known. */
    public Health health() {
        return health;
    }

    /** Returns once nothing more is taken, or after two seconds. */
    @Override
    public void close() {
        worker.end();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
        worker.join(END_WITHIN_MILLIS);
    }

    private Health reads() {
        return Health.waiting("reads " + topic);
    }

    private void run() throws InterruptedException {
        try {
            while (!worker.isEnding()) {
                readAsLongAsItGoes();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("topic {} is not followed any more", topic, e);
            health = Health.dead("broke: " + e);
        }
    }

    private void readAsLongAsItGoes() throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings.get(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reading = consumer;
            begin.accept(consumer);
            Silence silence = new Silence(System.nanoTime());
            boolean isKnown = false;
            while (!worker.isEnding()) {
                isKnown |= taker.take(consumer.poll(poll), consumer);
                Health kafka = silence.after(consumer.metrics(), System.nanoTime());
                health = isKnown || !kafka.ready() ? kafka : reads();
            }
        } catch (KafkaException e) {
            if (!worker.isEnding()) {
                LOG.warn("topic {} cannot be read, and is tried again: {}", topic, e.toString());
                health = Health.waiting("Kafka: " + e);
                worker.pause(RETRY_AFTER_MILLIS);
            }
        } finally {
            reading = null;
        }
    }
}
