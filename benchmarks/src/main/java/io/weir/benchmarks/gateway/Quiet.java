package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.time.Duration;

/** Waits until a count is what it should be, or does not move any more. */
final class Quiet {
    private static final long LOOK_EVERY_MILLIS = 50;

    private Quiet() {}

    /** A count of what has arrived so far. */
    interface Count {
        long now() throws IOException, InterruptedException;
    }

    /** The count, once it is {@code expected} or more, or has not changed for {@code patience}. */
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
