package io.weir.query.archive;

import io.weir.contract.archive.FileName;
import io.weir.contract.archive.Place;
import io.weir.query.store.NanoTimes;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of a measurement and what its metadata say.
 *
 * @param hour as {@link Place#hour}
 * @param columns their names in the file; many files share a list
 * @param first nanoseconds of the first row; the earliest possible if that is not known
 * @param last nanoseconds of the last row; the latest possible if that is not known
 */
record ArchiveFile(long hour, Path path, FileName name, List<String> columns, long rows, long first, long last) {
    boolean isScattered() {
        return hour == Place.SCATTERED;
    }

    /** Whether it may have lines of a time in milliseconds. */
    boolean mayHave(long from, long to) {
        return isInHours(hour, from, to)
                && first < (to + 1) * NanoTimes.PER_MILLI
                && last >= from * NanoTimes.PER_MILLI;
    }

    /** Whether files of an hour may have lines of a time in milliseconds. */
    static boolean isInHours(long hour, long from, long to) {
        return hour == Place.SCATTERED
                || (hour >= Place.hourOf(from * NanoTimes.PER_MILLI) && hour <= Place.hourOf(to * NanoTimes.PER_MILLI));
    }
}
