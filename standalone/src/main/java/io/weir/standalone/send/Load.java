package io.weir.standalone.send;

/**
 * How much is generated, and when.
 *
 * @param linesPerSecond 0 for as many as possible
 * @param perDatagram lines in each, but for the last one
 * @param lines at most so many
 * @param warmUpNanos in which the rate rises evenly from nothing
 * @param nanos at the full rate, after that
 */
public record Load(long linesPerSecond, int perDatagram, long lines, long warmUpNanos, long nanos) {
    /** No limit of {@link #lines} or {@link #nanos}. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** How many datagrams must have left after this time. */
    long datagramsDue(long elapsedNanos) {
        if (linesPerSecond == 0) {
            return elapsedNanos < allNanos() ? datagramsAtMost() : 0;
        }
        double elapsed = Math.min(elapsedNanos, allNanos()) / 1e9;
        double warmUp = warmUpNanos / 1e9;
        double rising = Math.min(elapsed, warmUp);
        double secondsAtFullRate = elapsed - rising + (warmUp == 0 ? 0 : rising * rising / 2 / warmUp);
        return Math.min((long) (secondsAtFullRate * linesPerSecond / perDatagram), datagramsAtMost());
    }

    /** All of them, as far as that can be said before. */
    long datagrams() {
        return linesPerSecond == 0 ? datagramsAtMost() : datagramsDue(NO_LIMIT);
    }

    /** From the start to the end. */
    long allNanos() {
        return nanos > NO_LIMIT - warmUpNanos ? NO_LIMIT : warmUpNanos + nanos;
    }

    private long datagramsAtMost() {
        return lines == NO_LIMIT ? NO_LIMIT : lines / perDatagram + (lines % perDatagram == 0 ? 0 : 1);
    }
}
