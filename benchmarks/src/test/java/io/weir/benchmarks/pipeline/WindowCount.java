package io.weir.benchmarks.pipeline;

import io.weir.standalone.send.WorkloadShape;
import java.util.BitSet;

/**
 * Counts the one-second windows that contain values, over all series. For one thread; uses one bit
 * per window.
 */
final class WindowCount {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** Seconds by which stamps may precede the start. */
    private static final int EARLIER_SECONDS = 10;

    private final BitSet[] windows = new BitSet[WorkloadShape.STANDARD_SERIES];
    private final long firstSecond;

    /** @param startNanos start of the run, since 1970 */
    WindowCount(long startNanos) {
        this.firstSecond = startNanos / SECOND_NANOS - EARLIER_SECONDS;
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new BitSet();
        }
    }

    /** Adds a sent value of a series. */
    void add(int series, long stampNanos) {
        windows[series].set((int) (stampNanos / SECOND_NANOS - firstSecond));
    }

    /** Returns the number of windows with at least one value. */
    long count() {
        long count = 0;
        for (BitSet window : windows) {
            count += window.cardinality();
        }
        return count;
    }
}
