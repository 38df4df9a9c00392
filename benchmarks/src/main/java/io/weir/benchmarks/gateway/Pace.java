package io.weir.benchmarks.gateway;

import java.util.concurrent.locks.LockSupport;

/** Keeps a sender to its rate. For one thread. */
final class Pace {
    private final long startNanos = System.nanoTime();
    private final long perSecond;

    Pace(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Returns when so many are due, from the start on. */
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
