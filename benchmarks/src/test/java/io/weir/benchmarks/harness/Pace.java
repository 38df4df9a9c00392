package io.weir.benchmarks.harness;

import java.util.concurrent.locks.LockSupport;

/** Limits a sender to its rate. For one thread. */
public final class Pace {
    private final long startNanos = System.nanoTime();
    private final long perSecond;

    /** Starts now. */
    public Pace(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Waits until the item with number {@code sent} is due. */
    public void await(long sent) {
        until(startNanos + (long) (sent * 1e9 / perSecond));
    }

    /** Waits until this time, by {@link System#nanoTime}. */
    public static void until(long dueNanos) {
        for (long early = dueNanos - System.nanoTime(); early > 0; early = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(early);
        }
    }

    /** Returns the time since the start. */
    public long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }
}
