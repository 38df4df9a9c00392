package io.weir.benchmarks;

import io.weir.standalone.send.WorkloadShape;
import java.util.BitSet;

/** Counts in how many windows of one second values fell, over all series. For one thread; keeps one bit per window. */
final class WindowCount {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** Values may be stamped this much before the start. */
    private static final int EARLIER_SECONDS = 10;

    private final BitSet[] windows = new BitSet[WorkloadShape.STANDARD_SERIES];
    private final long firstSecond;

    /** {@code startNanos} is since 1970. */
    WindowCount(long startNanos) {
        this.firstSecond = startNanos / SECOND_NANOS - EARLIER_SECONDS;
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new BitSet();
        }
    }

    /** A value of a series was sent. */
    void add(int series, long stampNanos) {
        windows[series].set((int) (stampNanos / SECOND_NANOS - firstSecond));
    }

    /** How many windows have at least one value. */
    long count() {
        long count = 0;
        for (BitSet window : windows) {
            count += window.cardinality();
        }
        return count;
    }
}
