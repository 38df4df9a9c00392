package io.weir.contract.service;

import java.time.Duration;

/** How many dead threads are replaced within a sliding window before it is given up. Thread-safe. */
final class ReplacementBudget {
    private final long windowNanos;
    private final long[] takenAtNanos;
    private long taken;

    ReplacementBudget(int replacements, Duration window) {
        this.windowNanos = window.toNanos();
        this.takenAtNanos = new long[replacements];
    }

    /** Whether one more may be replaced now; {@code nowNanos} is of {@link System#nanoTime}. */
    synchronized boolean take(long nowNanos) {
        int oldest = (int) (taken % takenAtNanos.length);
        if (taken >= takenAtNanos.length && nowNanos - takenAtNanos[oldest] < windowNanos) {
            return false;
        }
        takenAtNanos[oldest] = nowNanos;
        taken++;
        return true;
    }
}
