package io.weir.standalone;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** Waits for the effects of other threads, with a deadline. */
public final class Eventually {
    private Eventually() {}

    /** Returns when the condition holds; fails after 30 s. */
    public static void eventually(String what, BooleanSupplier holds) {
        eventually(what, Duration.ofSeconds(30), holds);
    }

    /** Returns when the condition holds; fails after {@code within}. */
    public static void eventually(String what, Duration within, BooleanSupplier holds) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                Assertions.fail("not within " + within.toSeconds() + " s: " + what);
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                Assertions.fail("interrupted while waiting until " + what);
            }
        }
    }
}
