package io.weir.benchmarks.processing;

/**
 * How many values fell into each window of one second of each series, and whether that is what was told of it, once. Belongs to one
 * thread at a time; keeps a byte for each window.
 */
final class WindowLedger {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** Values may be stamped this much before the begin. */
    private static final int EARLIER_SECONDS = 2;

    private final byte[][] values;
    private final long firstSecond;
    private long windows;
    private long open;
    private long wrong;

    /** @param seconds for how long there will be values, at most */
    WindowLedger(int series, long beginMillis, int seconds) {
        values = new byte[series][seconds + EARLIER_SECONDS];
        firstSecond = beginMillis / 1_000 - EARLIER_SECONDS;
    }

    /** A value was sent; of a window there are at most 255. */
    void sent(int series, long stampNanos) {
        if (values[series][second(stampNanos)]++ == 0) {
            windows++;
            open++;
        }
    }

    /** A window's result came, which says how many values it is of. */
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

    /** How many windows have values. */
    long windows() {
        return windows;
    }

    /** How many of them nobody has told of. */
    long missing() {
        return open;
    }

    /** How many results were of another number of values, or came again. */
    long wrong() {
        return wrong;
    }

    private int second(long stampNanos) {
        return (int) (stampNanos / SECOND_NANOS - firstSecond);
    }
}
