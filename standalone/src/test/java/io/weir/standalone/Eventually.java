package io.weir.standalone;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** Waits for the effects of other threads, with a deadline. */
public final class Eventually {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Eventually() {}

    /** Returns when the condition holds; fails after two minutes, for a busy machine. */
    public static void eventually(String what, BooleanSupplier holds) {
        eventually(what, Duration.ofMinutes(2), holds);
    }

    /** Returns when the condition holds; fails after {@code within}. */
    public static void eventually(String what, Duration within, BooleanSupplier holds) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        while (true) {
            long beginNanos = System.nanoTime();
            if (holds.getAsBoolean()) {
                return;
            }
            long nowNanos = System.nanoTime();
            if (nowNanos - deadlineNanos > 0) {
                Assertions.fail("not within " + within.toSeconds() + " s: " + what);
            }
            try {
                // A condition that costs much, such as a new consumer, gets a part of a processor,
                // so that the processes that it waits for get the rest.
                long pauseNanos = Math.min(Math.max(3 * (nowNanos - beginNanos), PAUSE_NANOS), LONGEST_PAUSE_NANOS);
                TimeUnit.NANOSECONDS.sleep(pauseNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                Assertions.fail("interrupted while waiting until " + what);
            }
        }
    }
}
