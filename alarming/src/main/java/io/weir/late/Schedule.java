package io.weir.late;

/**
 * The times at which a rule is due. All times are milliseconds since 1970.
 *
 * @param every between two times, which are its multiples
 * @param catchUp age from which a time that was not evaluated is skipped, unless it is the newest
 */
public record Schedule(long every, long catchUp) {
    /**
     * The next time to evaluate. It may be in the future.
     *
     * @param time is aligned
     * @param skipped number of times after the last one that are too old to be evaluated
     */
    public record Due(long time, long skipped) {}

    /** The first time of a rule that was never evaluated: the next one. */
    public long first(long now) {
        return aligned(now);
    }

    /**
     * The time after the last one that was evaluated.
     *
     * @param last is aligned; if {@code every} has changed since then, it need not be
     */
    public Due after(long last, long now) {
        long next = next(last);
        long newest = Math.floorDiv(now, every) * every;
        long oldest = Math.min(aligned(now - catchUp), newest);
        return next >= oldest ? new Due(next, 0) : new Due(oldest, (oldest - next) / every);
    }

    /** The time after the last one that was evaluated, whatever its age. */
    long next(long last) {
        return aligned(last + 1);
    }

    /** The first multiple that is not before the time. */
    private long aligned(long time) {
        return -Math.floorDiv(-time, every) * every;
    }
}
