package io.weir.writer.store.archive;

import java.nio.file.Path;

/**
 * A data file of an archive.
 *
 * @param measurement as its directory spells it
 * @param hour the hour of its lines: hours since 1970, UTC; no hour if it {@link #isScattered}
 */
public record DataFile(Path path, String measurement, long hour, FileName name) {
    private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

    /** Whether it has lines of any hours. */
    public boolean isScattered() {
        return hour == Place.SCATTERED;
    }

    /** Whether all its lines are before this time; false for scattered ones. */
    boolean endsBy(long nanos) {
        return !isScattered() && (hour + 1) * NANOS_PER_HOUR <= nanos;
    }
}
