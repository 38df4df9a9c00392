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
 * @param isUnique whether no two rows have the same series and time
 * @param first nanoseconds of the first row; the earliest possible if that is not known
 * @param last nanoseconds of the last row; the latest possible if that is not known
 */
record ArchiveFile(
        long hour, Path path, FileName name, List<String> columns, long rows, boolean isUnique, long first, long last) {
    /** Whether it may have lines of a time in milliseconds. */
    boolean mayHave(long from, long to) {
        return mayHave(hour, from, to);
    }

    static boolean mayHave(long hour, long from, long to) {
        return hour == Place.SCATTERED
                || (hour >= Place.hourOf(from * NanoTimes.PER_MILLI) && hour <= Place.hourOf(to * NanoTimes.PER_MILLI));
    }

    /**
     * Whether no two rows of some files have the same series and time. A series has its lines in one partition of a topic.
     *
     * @param files in the order of their names
     */
    static boolean areUnique(List<ArchiveFile> files) {
        if (!files.stream().allMatch(ArchiveFile::isUnique)) {
            return false;
        }
        for (int i = 0; i < files.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (files.get(i).mayRepeat(files.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean mayRepeat(ArchiveFile other) {
        boolean isOtherPartition =
                name.source().topicId().equals(other.name.source().topicId())
                        && name.source().partition() != other.name.source().partition();
        return !isOtherPartition && first <= other.last && other.first <= last;
    }
}
