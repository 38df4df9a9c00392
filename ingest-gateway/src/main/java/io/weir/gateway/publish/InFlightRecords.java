package io.weir.gateway.publish;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of one lane in the producer, and records whether one has failed. After a
 * failure, the lane gives no record to the producer until it {@linkplain #clear continues}.
 * Thread-safe.
 */
final class InFlightRecords {
    private final AtomicInteger records = new AtomicInteger();
    private volatile boolean hasFailed;
    private volatile @Nullable String refusal;

    /**
     * Announces a record that is about to be given to the producer. Returns false after a failure:
     * the record must not be given.
     */
    boolean begin() {
        records.incrementAndGet();
        if (hasFailed) {
            records.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Completes a record that was acknowledged, failed, or not given after all. */
    void end() {
        records.decrementAndGet();
    }

    /**
     * Records that a record failed, before its completion.
     *
     * @param why Kafka's reason, if Kafka rejected it
     * @return whether the producer has other records of the lane, which must not be written after
     *     the failed one
     */
    boolean fail(@Nullable String why) {
        hasFailed = true;
        if (why != null) {
            refusal = why;
        }
        return records.get() > 1;
    }

    boolean hasFailed() {
        return hasFailed;
    }

    /** Whether all records are completed. */
    boolean isEmpty() {
        return records.get() == 0;
    }

    /** Kafka's reason for the rejection; null if there was none. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** Permits records again. Call this only while {@link #isEmpty}. */
    void clear() {
        refusal = null;
        hasFailed = false;
    }
}
