package io.weir.writer;

/**
 * Limits the number of parallel write requests to a store. The limit rises by one if a full
 * request waits while the store accepts others, and falls by one if none waits. It falls to one if
 * the store asks to slow down or does not answer. Thread-safe.
 */
final class ConcurrencyLimit {
    private final int max;
    private int permits = 1;

    /** The limit starts at one and never exceeds {@code max}. */
    ConcurrencyLimit(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    synchronized int permits() {
        return permits;
    }

    /**
     * Updates the limit after a delivery of a request.
     *
     * @param isFullWaiting whether a full request waits that could run in parallel
     */
    synchronized void settled(boolean isFullWaiting) {
        permits = isFullWaiting ? Math.min(max, permits + 1) : Math.max(1, permits - 1);
    }

    /** Reduces the limit to one, because the store is unavailable or asks to slow down. */
    synchronized void slowed() {
        permits = 1;
    }
}
