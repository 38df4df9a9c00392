package io.weir.benchmarks;

/**
 * How much is sent.
 *
 * @param seconds at the full rate
 * @param warmUpSeconds before that, while the rate rises evenly from nothing; counted like the rest
 * @param rate lines per second
 * @param perDatagram lines
 */
record Load(int seconds, int warmUpSeconds, int rate, int perDatagram) {
    Load {
        if (seconds < 1 || warmUpSeconds < 0 || rate < 1) {
            throw new IllegalArgumentException("SECONDS and RATE must be at least 1, the warm-up at least 0");
        }
        if (perDatagram < 1 || perDatagram > 500 || Workload.SERIES % perDatagram != 0) {
            throw new IllegalArgumentException(
                    "PER_DATAGRAM must be 1 to 500 and divide " + Workload.SERIES + ", was " + perDatagram);
        }
    }

    /** How many datagrams must have left after this time. */
    long datagramsDue(long elapsedNanos) {
        double elapsed = Math.min(elapsedNanos / 1e9, warmUpSeconds + seconds);
        double rising = Math.min(elapsed, warmUpSeconds);
        double secondsAtFullRate = elapsed - rising + (warmUpSeconds == 0 ? 0 : rising * rising / 2 / warmUpSeconds);
        return (long) (secondsAtFullRate * rate / perDatagram);
    }

    /** All of them. */
    long datagrams() {
        return datagramsDue(Long.MAX_VALUE);
    }
}
