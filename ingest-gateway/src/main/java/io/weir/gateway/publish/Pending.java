package io.weir.gateway.publish;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the producer has of one lane, and whether it could not go on. Once a record has failed, none follows until the lane
 * {@linkplain #clear goes on}. Thread-safe.
 */
final class Pending {
    private final AtomicInteger records = new AtomicInteger();
    private volatile boolean hasFailed;
    private volatile @Nullable String refusal;

    /** A record more is about to be given to the producer; false if it must not be, as one before it failed. */
    boolean begin() {
        records.incrementAndGet();
        if (hasFailed) {
            records.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A record is answered, or was not given after all. */
    void end() {
        records.decrementAndGet();
    }

    /**
     * A record that is not ended yet has failed.
     *
     * @param why in Kafka's words, if Kafka refused it
     * @return whether the producer has others of the lane, which must not be written after it
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

    /** Whether each record is answered. */
    boolean isEmpty() {
        return records.get() == 0;
    }

    /** Why Kafka refused a record; null if it did not. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** Records may follow again; to be called while it is empty. */
    void clear() {
        refusal = null;
        hasFailed = false;
    }
}
