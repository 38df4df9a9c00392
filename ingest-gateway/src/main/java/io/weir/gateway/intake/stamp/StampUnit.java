package io.weir.gateway.intake.stamp;

/** The unit in which a sender writes its timestamps. */
public enum StampUnit {
    NS(1),
    US(1_000),
    MS(1_000_000),
    S(1_000_000_000),
    M(60_000_000_000L),
    H(3_600_000_000_000L),
    /**
     * Detected by magnitude: below 10^11 seconds, below 10^14 milliseconds, below 10^17
     * microseconds, else nanoseconds. This is right for all times from March 1973 to April 2262,
     * where nanoseconds overflow.
     */
    AUTO(0);

    private static final long SECONDS_BELOW = 100_000_000_000L;
    private static final long MILLIS_BELOW = 100_000_000_000_000L;
    private static final long MICROS_BELOW = 100_000_000_000_000_000L;

    private final long nanos;

    StampUnit(long nanos) {
        this.nanos = nanos;
    }

    /** Nanoseconds of one unit, for a timestamp of this magnitude. */
    public long nanosOf(long stamp) {
        if (this != AUTO) {
            return nanos;
        }
        long size = Math.abs(stamp);
        if (size < SECONDS_BELOW) {
            return S.nanos;
        }
        return size < MILLIS_BELOW ? MS.nanos : size < MICROS_BELOW ? US.nanos : NS.nanos;
    }

    /** Whether the timestamp in nanoseconds fits into 64 bits. */
    public boolean fits(long stamp) {
        return nanos == 1 || Math.multiplyHigh(stamp, nanosOf(stamp)) == toNanos(stamp) >> 63;
    }

    /** The timestamp in nanoseconds. Valid only if it {@link #fits}. */
    public long toNanos(long stamp) {
        return stamp * nanosOf(stamp);
    }
}
