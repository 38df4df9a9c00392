package io.weir.writer.tier;

/** A range of timestamps in milliseconds since the epoch, without its end. */
record TimeRange(long fromMillis, long toMillis) {
    TimeRange {
        if (toMillis < fromMillis) {
            throw new IllegalArgumentException("the range ends before it starts: " + fromMillis + " to " + toMillis);
        }
    }

    static TimeRange of(long fromMillis, long toMillis) {
        return new TimeRange(fromMillis, Math.max(fromMillis, toMillis));
    }

    /**
     * The share of the range before a time that is not before its start; 1 if the range is empty.
     */
    double share(long untilMillis) {
        return toMillis == fromMillis ? 1 : (double) (untilMillis - fromMillis) / (toMillis - fromMillis);
    }
}
