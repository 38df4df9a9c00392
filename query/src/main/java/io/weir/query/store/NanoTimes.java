package io.weir.query.store;

/** The times of stores that have nanoseconds since 1970 in 64 bits. */
public final class NanoTimes {
    public static final long PER_MILLI = 1_000_000;

    /** The first whole millisecond. */
    public static final long FIRST_MILLI = Long.MIN_VALUE / PER_MILLI;

    /** The last whole millisecond. */
    public static final long LAST_MILLI = Long.MAX_VALUE / PER_MILLI - 1;

    private NanoTimes() {}
}
