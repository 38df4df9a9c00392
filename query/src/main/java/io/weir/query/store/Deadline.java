package io.weir.query.store;

import java.time.Duration;

/** The time that all statements of one answer share. */
public final class Deadline {
    private final long startNanos = System.nanoTime();
    private final Duration time;

    public Deadline(Duration time) {
        this.time = time;
    }

    /** Negative after the end. */
    public Duration left() {
        return time.minusNanos(System.nanoTime() - startNanos);
    }
}
