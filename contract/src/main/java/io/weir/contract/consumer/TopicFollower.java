package io.weir.contract.consumer;

import io.weir.contract.service.Health;
import io.weir.contract.service.Silence;
import io.weir.contract.service.Worker;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads topics in no consumer group until it is closed, and begins again with a new
 * consumer when Kafka fails. Any thread may start it, once, and close it.
 */
public final class TopicFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);

    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final String topic;
    private final Duration poll;
    private final ConsumerSettings settings;
    private final Consumer<KafkaConsumer<byte[], byte[]>> begin;
    private final RecordHandler handler;
    private final Consumer<KafkaException> onFailure;
    private final Worker worker;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile Health health = Health.waiting("not started");

    /**
     * Handles the records of one poll, possibly none, in the thread; returns whether the initial
     * data is complete.
     */
    public interface RecordHandler {
        boolean handle(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer);
    }

    /**
     * Reads nothing before {@link #start}; logs every failure of Kafka.
     *
     * @param topic the name of the data in logs and health
     * @param poll the longest wait for records
     * @param settings of each consumer
     * @param begin assigns partitions to a new consumer and sets its position; runs in the thread
     */
    public TopicFollower(
            String thread,
            String topic,
            Duration poll,
            ConsumerSettings settings,
            Consumer<KafkaConsumer<byte[], byte[]>> begin,
            RecordHandler handler) {
        this(
                thread,
                topic,
                poll,
                settings,
                begin,
                handler,
                e -> LOG.warn("topic {} cannot be read; retrying: {}", topic, e.toString()));
    }

    /**
     * The same with another log.
     *
     * @param onFailure receives each failure of Kafka, in the thread, one second before the retry
     */
    public TopicFollower(
            String thread,
            String topic,
            Duration poll,
            ConsumerSettings settings,
            Consumer<KafkaConsumer<byte[], byte[]>> begin,
            RecordHandler handler,
            Consumer<KafkaException> onFailure) {
        this.topic = topic;
        this.poll = poll;
        this.settings = settings;
        this.begin = begin;
        this.handler = handler;
        this.onFailure = onFailure;
        this.worker = new Worker(thread, this::run);
    }

    /** Does not block; call it once, when the topics exist. */
    public void start() {
        health = reads();
        worker.start();
    }

    /** Ready while it reads, Kafka answers, and the initial data is complete. */
    public Health health() {
        return health;
    }

    /** Returns once the handler receives nothing more, or after two seconds. */
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
                readUntilFailure();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("reading of topic {} ended", topic, e);
            health = Health.dead("failed: " + e);
        }
    }

    private void readUntilFailure() throws InterruptedException {
        try {
            read();
        } catch (KafkaException e) {
            if (!worker.isEnding()) {
                onFailure.accept(e);
                health = Health.waiting("Kafka: " + e);
                worker.pause(RETRY_AFTER_MILLIS);
            }
        }
    }

    private void read() {
        KafkaConsumer<byte[], byte[]> consumer = settings.open();
        reading = consumer;
        try {
            begin.accept(consumer);
            Silence silence = new Silence(System.nanoTime());
            boolean isComplete = false;
            while (!worker.isEnding()) {
                isComplete |= handler.handle(consumer.poll(poll), consumer);
                Health kafka = silence.after(consumer.metrics(), System.nanoTime());
                health = isComplete || !kafka.ready() ? kafka : reads();
            }
        } finally {
            reading = null;
            // Without a group there is nothing to commit or to leave. A limit of time would wait for
            // the fetch in progress, which takes half a second.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
