package io.weir.benchmarks.gateway;

import java.util.concurrent.locks.LockSupport;

/** Limits a sender to its rate. For one thread. */
final class Pace {
    private final long startNanos = System.nanoTime();
    private final long perSecond;

    Pace(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Waits until the item with number {@code sent} is due. */
    void await(long sent) {
        long dueNanos = startNanos + (long) (sent * 1e9 / perSecond);
        for (long early = dueNanos - System.nanoTime(); early > 0; early = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(early);
        }
    }

    long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }
}
