package io.weir.standalone.send;

/**
 * Says how many datagrams may leave now, so that all of them together keep the pace without drift, and whoever was kept from the
 * processor catches up gently: a receive buffer holds some tenths of a second, and must not get a whole pause at once. Reads
 * no clock. For one thread.
 */
final class Pacer {
    /** What was missed is made up for at this much above the rate. */
    private static final double CATCH_UP = 2;
    /** Of a longer pause, only what was due in this time may leave at once. */
    private static final long LONGEST_BURST_NANOS = 10_000_000;
    /** At the end, so long is waited for what is behind. */
    private static final long GRACE_NANOS = 1_000_000_000;
    /** Between two looks at the clock when there is no rate to keep. */
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

    /** So many are to be sent now, and count as sent. */
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

    /** Whether all has left, or the time for it is over. */
    boolean isDone(long nowNanos) {
        long elapsedNanos = nowNanos - startNanos;
        long graceNanos = load.linesPerSecond() == 0 ? 0 : GRACE_NANOS;
        return sent >= load.datagrams()
                || (load.allNanos() != Load.NO_LIMIT && elapsedNanos >= load.allNanos() + graceNanos);
    }

    /** How long to wait before asking again. */
    long pauseNanos() {
        if (load.linesPerSecond() == 0) {
            return 0;
        }
        return (long) Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 1 / datagramsPerNano));
    }
}
