package io.weir.query.prometheus;

import java.util.ArrayList;
import java.util.List;

/**
 * Equally long parts of a range that follow each other. The store evaluates each at its last millisecond.
 *
 * @param firstEnd the last millisecond of the first bin
 * @param lastEnd the last millisecond of the last bin
 * @param step from one bin to the next
 * @param length of a bin; whole seconds, or shorter than the step if there is one bin
 */
record Bins(long firstEnd, long lastEnd, long step, long length) {
    /** Prometheus returns 11 000 points, VictoriaMetrics more. */
    private static final int MOST = 10_000;

    /**
     * The parts of windows that are between two milliseconds, both included.
     *
     * @param step the length of a window, whole seconds
     */
    static List<Bins> of(long from, long to, long step) {
        long firstWhole = Math.floorDiv(from + step - 1, step) * step;
        long end = Math.floorDiv(to + 1, step) * step;
        if (firstWhole > end) {
            return List.of(one(from, to, step));
        }
        List<Bins> all = new ArrayList<>();
        if (from < firstWhole) {
            all.add(one(from, firstWhole - 1, step));
        }
        for (long start = firstWhole; start < end; start += MOST * step) {
            long next = Math.min(end, start + MOST * step);
            all.add(new Bins(start + step - 1, next - 1, step, step));
        }
        if (end <= to) {
            all.add(one(end, to, step));
        }
        return all;
    }

    private static Bins one(long from, long to, long step) {
        return new Bins(to, to, step, to - from + 1);
    }

    /** Whether there is one bin, whose step no store needs, and some refuse if it is very long. */
    boolean hasOne() {
        return firstEnd == lastEnd;
    }

    /** The start of the window that a bin is in. */
    long window(long end) {
        return Math.floorDiv(end, step) * step;
    }
}
