package io.weir.standalone.send;

/**
 * Computes when each line of a file is due: by its timestamp, or at a rate if it has none or
 * timestamps are ignored. Lines keep their order: one with an earlier timestamp than its
 * predecessor is due together with it. Reads no clock. For one thread.
 */
final class ReplayPace {
    /** The speed that ignores timestamps. */
    static final double MAX = Double.POSITIVE_INFINITY;

    private final double speed;
    private final double nanosPerLine;
    private boolean hasFirst;
    private long firstStamp;
    private double firstDueNanos;
    private double lastDueNanos;
    private double plannedNanos;

    /**
     * @param speed a multiple of the pace of the timestamps, or {@link #MAX}
     * @param linesPerSecond rate of lines without a due time; 0 for as fast as possible
     */
    ReplayPace(double speed, long linesPerSecond) {
        this.speed = speed;
        this.nanosPerLine = linesPerSecond == 0 ? 0 : 1e9 / linesPerSecond;
    }

    /** When the next line is due, in nanoseconds since the start. */
    long due(boolean hasStamp, long stamp) {
        if (hasStamp && speed != MAX) {
            if (!hasFirst) {
                hasFirst = true;
                firstStamp = stamp;
                firstDueNanos = lastDueNanos;
            }
            plannedNanos = firstDueNanos + ((double) stamp - firstStamp) / speed;
            lastDueNanos = Math.max(lastDueNanos, plannedNanos);
        } else {
            lastDueNanos += nanosPerLine;
            plannedNanos = lastDueNanos;
        }
        return (long) lastDueNanos;
    }

    /** When the line would be due by its timestamp alone, regardless of the order. */
    long planned() {
        return (long) plannedNanos;
    }
}
