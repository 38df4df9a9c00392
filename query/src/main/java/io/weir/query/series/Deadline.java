package io.weir.query.series;

import java.time.Duration;

/** The time that all steps of one answer share. It begins with the object. */
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

    public boolean isOver() {
        return System.nanoTime() - startNanos > time.toNanos();
    }
}
