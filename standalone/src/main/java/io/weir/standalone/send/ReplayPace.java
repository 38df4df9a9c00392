package io.weir.standalone.send;

/**
 * Says when each line of a file is due: by its timestamp, or at a rate if it has none or timestamps are not to be minded. Lines keep
 * their order: one that is stamped earlier than the one before it is due with that. Reads no clock. For one thread.
 */
final class ReplayPace {
    /** A speed that minds no timestamp. */
    static final double MAX = Double.POSITIVE_INFINITY;

    private final double speed;
    private final double nanosPerLine;
    private boolean hasFirst;
    private long firstStamp;
    private double firstDueNanos;
    private double lastDueNanos;
    private double plannedNanos;

    /**
     * @param speed how many times as fast as the timestamps say, or {@link #MAX}
     * @param linesPerSecond for lines that keep no time; 0 for as fast as possible
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

    /** When the line would have been sent, were it not for the order: as late as its timestamp says. */
    long planned() {
        return (long) plannedNanos;
    }
}
