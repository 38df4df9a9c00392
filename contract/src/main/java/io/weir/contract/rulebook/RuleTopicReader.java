package io.weir.contract.rulebook;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code weir.rules} from its beginning and then continuously, in its own thread; callers can
 * wait for the end.
 */
final class RuleTopicReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuleTopicReader.class);

    private static final Duration POLL = Duration.ofMillis(100);

    private final TopicPartition partition;
    private final Consumer<ConsumerRecord<byte[], byte[]>> listener;
    private final TopicFollower follower;

    /** The question that the thread is about to answer, or negative. */
    private long question = -1;

    /** The position at which the thread answers. */
    private long end;

    private boolean isFailureLogged;
    private long asked;
    private long answered;
    private boolean closed;

    /** @param listener receives each record with a value, in the reader's thread */
    RuleTopicReader(String service, KafkaSettings kafka, Consumer<ConsumerRecord<byte[], byte[]>> listener) {
        this.partition = new TopicPartition(kafka.topics().rules(), 0);
        this.listener = listener;
        this.follower = new TopicFollower(
                service + "-rules",
                partition.topic(),
                POLL,
                ConsumerSettings.follower(kafka),
                this::begin,
                this::read,
                this::logFirst);
    }

    void start() {
        follower.start();
    }

    /** Returns once all present records of the topic were read; false if this was closed before. */
    boolean awaitEnd() {
        return awaitEnd(Long.MAX_VALUE);
    }

    /** Like {@link #awaitEnd()}; also false after this time. */
    synchronized boolean awaitEnd(long millis) {
        long own = ++asked;
        return await(() -> answered >= own, millis);
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

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        takeQuestion(consumer);
    }

    private boolean read(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.value() != null) {
                listener.accept(record);
            }
        }
        boolean isAtEnd = consumer.position(partition) >= end;
        if (isAtEnd) {
            answer();
            isFailureLogged = false;
            takeQuestion(consumer);
        }
        return isAtEnd;
    }

    private void takeQuestion(KafkaConsumer<byte[], byte[]> consumer) {
        question = open();
        end = question < 0
                ? Long.MIN_VALUE
                : consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private void logFirst(KafkaException e) {
        if (!isFailureLogged) {
            LOG.error("topic {} cannot be read; retrying every second", partition.topic(), e);
            isFailureLogged = true;
        }
    }

    /** The last unanswered question, or -1. */
    private synchronized long open() {
        return asked > answered ? asked : -1;
    }

    private synchronized void answer() {
        if (!closed) {
            answered = Math.max(answered, question);
        }
        notifyAll();
    }

    /** Returns once the listener receives nothing more, or after two seconds. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        follower.close();
    }
}
