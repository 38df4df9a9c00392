package io.weir.query.questdb;

import java.time.Duration;

/** The time that all statements of one answer share. */
final class Deadline {
    private final long startNanos = System.nanoTime();
    private final Duration time;

    Deadline(Duration time) {
        this.time = time;
    }

    /** Negative after the end. */
    Duration left() {
        return time.minusNanos(System.nanoTime() - startNanos);
    }
}
