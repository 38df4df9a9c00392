package io.weir.gateway.publish;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes and deliveries in the producer, over all lanes. The limit is well below the producer's
 * memory, so that sending never waits for memory. Thread-safe.
 */
final class InFlightBatches {
    private static final int MAX_DELIVERIES = 1 << 16;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger deliveries = new AtomicInteger();
    private final long limit;

    /** {@code limit} in bytes. */
    InFlightBatches(long limit) {
        this.limit = limit;
    }

    boolean hasRoom() {
        return bytes.get() < limit && deliveries.get() < MAX_DELIVERIES;
    }

    void add(int weight) {
        bytes.addAndGet(weight);
        deliveries.incrementAndGet();
    }

    void remove(int weight) {
        bytes.addAndGet(-weight);
        deliveries.decrementAndGet();
    }
}
