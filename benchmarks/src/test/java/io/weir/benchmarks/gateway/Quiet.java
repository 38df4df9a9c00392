package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.time.Duration;

/** Waits until a count reaches its expected value or stops changing. */
final class Quiet {
    private static final long LOOK_EVERY_MILLIS = 50;

    private Quiet() {}

    /** Returns the current count. */
    interface Count {
        long now() throws IOException, InterruptedException;
    }

    /**
     * Returns the count after it is {@code expected} or more, or has not changed for
     * {@code patience}.
     */
    static long await(long expected, Duration patience, Count count) throws IOException, InterruptedException {
        long before = count.now();
        long changedNanos = System.nanoTime();
        while (before < expected && System.nanoTime() - changedNanos < patience.toNanos()) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            long now = count.now();
            if (now != before) {
                before = now;
                changedNanos = System.nanoTime();
            }
        }
        return before;
    }
}
