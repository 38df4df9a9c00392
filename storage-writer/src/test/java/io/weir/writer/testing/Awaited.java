package io.weir.writer.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for events in other threads or processes. */
public final class Awaited {
    private static final Duration WITHIN = Duration.ofMinutes(2);

    private Awaited() {}

    /** Returns once the condition holds; fails after two minutes, for a busy machine. */
    public static void until(String what, BooleanSupplier holds) {
        long deadlineNanos = System.nanoTime() + WITHIN.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("not within " + WITHIN.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /** The same for a server that was started; ends it if it does not answer. */
    static void answer(String what, BooleanSupplier answers, Runnable end) {
        try {
            until(what + " answers", answers);
        } catch (AssertionError e) {
            end.run();
            throw e;
        }
    }
}
