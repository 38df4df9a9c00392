package io.weir.standalone.send;

/**
 * Computes how many datagrams are due now, so that the total follows the rate without drift. After
 * a delay it catches up gently: a receive buffer holds only some tenths of a second, and must not
 * get the datagrams of a whole pause in one burst. Reads no clock. For one thread.
 */
final class Pacer {
    /** The maximum rate while catching up, as a multiple of the target rate. */
    private static final double CATCH_UP = 2;
    /** The maximum burst: datagrams that are due in this time. */
    private static final long LONGEST_BURST_NANOS = 10_000_000;
    /** The maximum time to catch up after the end. */
    private static final long GRACE_NANOS = 1_000_000_000;
    /** Datagrams between two readings of the clock when there is no target rate. */
    private static final int UNPACED_BURST = 64;

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private final Load load;
    private final double datagramsPerNano;
    private final long startNanos;
    private long lastNanos;
    private double allowance = 1;
    private long sent;

    Pacer(Load load, long startNanos) {
        this.load = load;
        this.datagramsPerNano = load.linesPerSecond() / 1e9 / load.perDatagram();
        this.startNanos = startNanos;
        this.lastNanos = startNanos;
    }

    /** Returns how many datagrams to send now, and counts them as sent. */
    long next(long nowNanos) {
        long due = Math.max(0, load.datagramsDue(nowNanos - startNanos) - sent);
        long allowed = Math.min(due, load.linesPerSecond() == 0 ? UNPACED_BURST : allowance(nowNanos));
        allowance -= allowed;
        sent += allowed;
        return allowed;
    }

    private long allowance(long nowNanos) {
        double rate = datagramsPerNano * CATCH_UP;
        allowance = Math.min(allowance + (nowNanos - lastNanos) * rate, Math.max(1, LONGEST_BURST_NANOS * rate));
        lastNanos = nowNanos;
        return (long) allowance;
    }

    /** Whether everything was sent, or the time is over. */
    boolean isDone(long nowNanos) {
        long elapsedNanos = nowNanos - startNanos;
        long graceNanos = load.linesPerSecond() == 0 ? 0 : GRACE_NANOS;
        return sent >= load.datagrams()
                || (load.allNanos() != Load.NO_LIMIT && elapsedNanos >= load.allNanos() + graceNanos);
    }

    /** The time to wait before the next call. */
    long pauseNanos() {
        if (load.linesPerSecond() == 0) {
            return 0;
        }
        return (long) Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 1 / datagramsPerNano));
    }
}
