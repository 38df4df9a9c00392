package io.weir.alarming.absence;

/** How often something comes of a key, learned from the gaps between sightings. Not thread-safe. */
final class Rhythm {

    /** After so many gaps their length is known. */
    static final int KNOWN_AFTER = 8;

    static final long LEAST_MILLIS = 10_000;
    static final long MOST_MILLIS = 3_600_000;

    private static final int FACTOR = 3;
    private static final int GAP_BITS = 4;
    private static final int MOST_GAPS = (1 << GAP_BITS) - 1;

    private int usualSeconds;
    private int gaps;

    /** The usual gap grows at once, and shrinks slowly. */
    void gap(long seconds) {
        int gap = (int) Math.min(seconds, MOST_MILLIS / 1_000);
        usualSeconds = gap >= usualSeconds ? gap : usualSeconds - (usualSeconds - gap + 7) / 8;
        gaps = Math.min(gaps + 1, MOST_GAPS);
    }

    /** Three usual gaps, from 10 s to an hour; an hour until it is known. */
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
