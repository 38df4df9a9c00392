package io.weir.writer.store.archive;

import io.weir.contract.archive.FileName;
import io.weir.contract.archive.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

    /** Whether lines of this measurement and hour belong into it. */
    boolean mayContain(Place place) {
        return measurement.equals(Place.encoded(place.measurement())) && (isScattered() || hour == place.hour());
    }

    /** The size in bytes; 0 if it was deleted since it was listed, such as by a compaction. */
    public long size() throws IOException {
        try {
            return Files.size(path);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Whether all its lines are before this time; false for scattered ones. */
    boolean endsBy(long nanos) {
        return !isScattered() && (hour + 1) * NANOS_PER_HOUR <= nanos;
    }
}
