package io.weir.contract.rulebook;

import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code weir.rules} from its beginning and then continuously, in its own thread; callers can
 * wait for the end.
 */
final class RuleTopicReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuleTopicReader.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long RETRY_AFTER_MILLIS = 1_000;

    private final KafkaSettings kafka;
    private final TopicPartition partition;
    private final Consumer<ConsumerRecord<byte[], byte[]>> listener;
    private final Thread thread;
    private long asked;
    private long answered;
    private boolean closed;

    /** @param listener receives each record with a value, in the reader's thread */
    RuleTopicReader(String service, KafkaSettings kafka, Consumer<ConsumerRecord<byte[], byte[]>> listener) {
        this.kafka = kafka;
        this.partition = new TopicPartition(kafka.topics().rules(), 0);
        this.listener = listener;
        this.thread = new Thread(this::run, service + "-rules");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns once all present records of the topic were read; false if this was closed before. */
    boolean awaitEnd() {
        return awaitEnd(Long.MAX_VALUE);
    }

    /** Like {@link #awaitEnd()}; also false after this time. */
    synchronized boolean awaitEnd(long millis) {
        long question = ++asked;
        return await(() -> answered >= question, millis);
    }

    /** Returns once the condition is met; false if this was closed before. */
    synchronized boolean await(BooleanSupplier condition) {
        return await(condition, Long.MAX_VALUE);
    }

    private synchronized boolean await(BooleanSupplier condition, long millis) {
        long startNanos = System.nanoTime();
        try {
            while (!condition.getAsBoolean()) {
                long left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                if (closed || left <= 0) {
                    return false;
                }
                wait(left);
            }
            return true;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void run() {
        boolean said = false;
        while (!isClosed()) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                while (!isClosed()) {
                    read(consumer);
                    said = false;
                }
            } catch (KafkaException e) {
                if (!said) {
                    LOG.error("topic {} cannot be read; retrying every second", partition.topic(), e);
                    said = true;
                }
                await(() -> false, RETRY_AFTER_MILLIS);
            }
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) {
        long question = open();
        long end = question < 0
                ? Long.MIN_VALUE
                : consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        do {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.value() != null) {
                    listener.accept(record);
                }
            }
        } while (!isClosed() && consumer.position(partition) < end);
        answer(question);
    }

    /** The last unanswered request, -1 if there is none. */
    private synchronized long open() {
        return asked > answered ? asked : -1;
    }

    private synchronized void answer(long question) {
        if (!closed) {
            answered = Math.max(answered, question);
        }
        notifyAll();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // For a topic that was recreated.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns once the listener receives nothing more, or after two seconds. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
