package io.weir.writer;

/**
 * Permitted number of parallel loads to a store. One more if full loads wait while it accepts
 * others; one less if none waits; a single one if it asks to slow down or does not answer.
 * Thread-safe.
 */
final class ConcurrencyLimit {
    private final int most;
    private int permits = 1;

    /** Starts with one. */
    ConcurrencyLimit(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    synchronized int permits() {
        return permits;
    }

    /**
     * Updates the number after a load is settled.
     *
     * @param isFullWaiting whether a full load waits that could run in parallel
     */
    synchronized void settled(boolean isFullWaiting) {
        permits = isFullWaiting ? Math.min(most, permits + 1) : Math.max(1, permits - 1);
    }

    /** Reduces the number to one, because the store is unavailable or asks for less. */
    synchronized void slowed() {
        permits = 1;
    }
}
