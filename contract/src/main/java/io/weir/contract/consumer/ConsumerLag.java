package io.weir.contract.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The number of records that follow those that a consumer has polled, even while it is paused. Used
 * by the thread of the consumer.
 */
public final class ConsumerLag {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Consumer<byte[], byte[]> consumer;
    private long records;
    private long knownNanos = System.nanoTime();

    public ConsumerLag(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /**
     * Returns the lag after a poll.
     *
     * @param isPaused whether that poll fetched nothing, so that Kafka is asked, at most every 5 s;
     *     otherwise the consumer knows the lag from its fetches
     */
    public long after(boolean isPaused) {
        if (!isPaused) {
            knownNanos = System.nanoTime();
            records = fetched();
        } else if (System.nanoTime() - knownNanos >= ASK_EVERY_NANOS) {
            try {
                records = asked();
            } catch (TimeoutException | InvalidOffsetException e) {
                // The former number is the best one: the next poll handles the failure.
            }
            knownNanos = System.nanoTime();
        }
        return records;
    }

    private long fetched() {
        long sum = 0;
        for (TopicPartition partition : consumer.assignment()) {
            sum += consumer.currentLag(partition).orElse(0);
        }
        return sum;
    }

    private long asked() {
        long sum = 0;
        for (Map.Entry<TopicPartition, Long> end :
                consumer.endOffsets(consumer.assignment(), PATIENCE).entrySet()) {
            sum += Math.max(0, end.getValue() - consumer.position(end.getKey(), PATIENCE));
        }
        return sum;
    }
}
