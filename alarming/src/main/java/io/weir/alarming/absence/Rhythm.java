package io.weir.alarming.absence;

/** Learns the usual gap between the metrics of a key. Not thread-safe. */
final class Rhythm {

    /** Number of gaps after which the rhythm counts as learned. */
    static final int KNOWN_AFTER = 8;

    static final long LEAST_MILLIS = 10_000;
    static final long MOST_MILLIS = 3_600_000;

    private static final int FACTOR = 3;
    private static final int GAP_BITS = 4;
    private static final int MOST_GAPS = (1 << GAP_BITS) - 1;

    private int usualSeconds;
    private int gaps;

    /** Learns a gap. The usual gap grows immediately and shrinks by an eighth of the difference. */
    void gap(long seconds) {
        int gap = (int) Math.min(seconds, MOST_MILLIS / 1_000);
        usualSeconds = gap >= usualSeconds ? gap : usualSeconds - (usualSeconds - gap + 7) / 8;
        gaps = Math.min(gaps + 1, MOST_GAPS);
    }

    /**
     * Returns three usual gaps, between 10 s and one hour; one hour until the rhythm is learned.
     */
    long periodMillis() {
        if (gaps < KNOWN_AFTER) {
            return MOST_MILLIS;
        }
        return Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, 1_000L * FACTOR * usualSeconds));
    }

    int packed() {
        return (usualSeconds << GAP_BITS) | gaps;
    }

    void unpack(int packed) {
        usualSeconds = packed >>> GAP_BITS;
        gaps = packed & MOST_GAPS;
    }
}
