package io.weir.standalone;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** Waits for what other threads do, with a deadline. */
public final class Eventually {
    private Eventually() {}

    /** Returns as soon as it holds; fails if it does not within 30 s. */
    public static void eventually(String what, BooleanSupplier holds) {
        eventually(what, Duration.ofSeconds(30), holds);
    }

    /** Returns as soon as it holds; fails if it does not in time. */
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
