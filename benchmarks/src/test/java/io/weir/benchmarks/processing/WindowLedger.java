package io.weir.benchmarks.processing;

/**
 * Counts the values in each one-second window of each series, and checks that the window's only
 * result has this count. Belongs to one thread at a time; uses one byte per window.
 */
final class WindowLedger {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** Seconds by which stamps may precede the begin. */
    private static final int EARLIER_SECONDS = 2;

    private final byte[][] values;
    private final long firstSecond;
    private long windows;
    private long open;
    private long wrong;

    /** @param seconds longest time span of values */
    WindowLedger(int series, long beginMillis, int seconds) {
        values = new byte[series][seconds + EARLIER_SECONDS];
        firstSecond = beginMillis / 1_000 - EARLIER_SECONDS;
    }

    /** Adds a sent value; a window may have at most 255. */
    void sent(int series, long stampNanos) {
        if (values[series][second(stampNanos)]++ == 0) {
            windows++;
            open++;
        }
    }

    /** Adds the result of a window with its count of values. */
    void told(int series, long stampNanos, long count) {
        int second = second(stampNanos);
        int expected = values[series][second] & 0xff;
        values[series][second] = 0;
        if (expected > 0) {
            open--;
        }
        if (expected == 0 || expected != count) {
            wrong++;
        }
    }

    /** Returns the number of windows with values. */
    long windows() {
        return windows;
    }

    /** Returns the number of them without a result. */
    long missing() {
        return open;
    }

    /** Returns the number of results with a wrong count, or that are duplicates. */
    long wrong() {
        return wrong;
    }

    private int second(long stampNanos) {
        return (int) (stampNanos / SECOND_NANOS - firstSecond);
    }
}
