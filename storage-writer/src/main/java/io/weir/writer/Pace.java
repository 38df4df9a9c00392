package io.weir.writer;

/**
 * How many loads may be under way to a store at once: one more whenever full ones wait though it takes them, one when it asks to
 * slow down or does not answer, one less when none waits. To be used by any thread.
 */
final class Pace {
    private final int most;
    private int permits = 1;

    /** One at first. */
    Pace(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    synchronized int permits() {
        return permits;
    }

    /**
     * A load is settled.
     *
     * @param isFullWaiting whether a full one waits that could be under way as well
     */
    synchronized void settled(boolean isFullWaiting) {
        permits = isFullWaiting ? Math.min(most, permits + 1) : Math.max(1, permits - 1);
    }

    /** The store is away, or asks for less. */
    synchronized void slowed() {
        permits = 1;
    }
}
