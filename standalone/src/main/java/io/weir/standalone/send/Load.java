package io.weir.standalone.send;

/**
 * The amount and the rate of generated lines.
 *
 * @param linesPerSecond 0 for as many as possible
 * @param perDatagram lines in each datagram except the last
 * @param lines the maximum number of lines
 * @param warmUpNanos during which the rate rises linearly from zero
 * @param nanos duration at the full rate, after the warm-up
 */
public record Load(long linesPerSecond, int perDatagram, long lines, long warmUpNanos, long nanos) {
    /** No limit of {@link #lines} or {@link #nanos}. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The number of datagrams that are due at this time. */
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

    /** The total number of datagrams, as far as it is known in advance. */
    long datagrams() {
        return linesPerSecond == 0 ? datagramsAtMost() : datagramsDue(NO_LIMIT);
    }

    /** The duration from start to end. */
    long allNanos() {
        return nanos > NO_LIMIT - warmUpNanos ? NO_LIMIT : warmUpNanos + nanos;
    }

    private long datagramsAtMost() {
        return lines == NO_LIMIT ? NO_LIMIT : lines / perDatagram + (lines % perDatagram == 0 ? 0 : 1);
    }
}
