package io.weir.query.archive;

import io.weir.query.store.NanoTimes;
import io.weir.query.store.TableQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;

/**
 * The files of a measurement that may have lines of some time.
 *
 * @param directory of the measurement
 * @param from first millisecond
 * @param to last millisecond
 * @param files in the order of their names; so of two lines in a partition, the later one follows the other
 */
record ArchiveFiles(Path directory, long from, long to, List<ArchiveFile> files, PartLimits limits) {
    private static final long MILLIS_PER_HOUR = 3_600_000;

    /** A time and the files that one statement reads. */
    record Part(TableQuery query, List<ArchiveFile> files) {}

    /** The whole time of a query as one part. */
    Part part(TableQuery query) {
        return new Part(
                query,
                files.stream()
                        .filter(file -> file.mayHave(query.from(), query.to()))
                        .toList());
    }

    /**
     * The parts of the time of a query, in their order: one for each statement. Parts without files are left out.
     *
     * @param cut the latest time, up to another one, at which a part may begin
     */
    List<TableQuery> parts(TableQuery query, LongUnaryOperator cut) {
        List<TableQuery> parts = new ArrayList<>();
        long begin = query.from();
        for (long next : cuts(query)) {
            long end = cut.applyAsLong(next);
            if (end > begin) {
                add(query.between(begin, end - 1), parts);
                begin = end;
            }
        }
        add(query.between(begin, query.to()), parts);
        return parts;
    }

    private void add(TableQuery part, List<TableQuery> parts) {
        if (files.stream().anyMatch(file -> file.mayHave(part.from(), part.to()))) {
            parts.add(part);
        }
    }

    /** The times before which a statement has read enough, in their order. */
    private SortedSet<Long> cuts(TableQuery query) {
        SortedMap<Long, Count> hours = new TreeMap<>();
        Count scattered = new Count();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (ArchiveFile file : part(query).files()) {
            if (file.isScattered()) {
                scattered.add(file);
                first = Math.min(first, Math.max(query.from(), file.first() / NanoTimes.PER_MILLI));
                last = Math.max(last, Math.min(query.to(), file.last() / NanoTimes.PER_MILLI));
            } else {
                hours.computeIfAbsent(file.hour(), hour -> new Count()).add(file);
            }
        }
        SortedSet<Long> cuts = new TreeSet<>();
        // Their rows may be at any time, so the parts of time are equal.
        divide(first, last - first, scattered.rows, cuts);
        Count read = new Count();
        for (Map.Entry<Long, Count> each : hours.entrySet()) {
            long begin = each.getKey() * MILLIS_PER_HOUR;
            Count ofHour = each.getValue();
            if (scattered.files + read.files + ofHour.files > limits.files()
                    || read.rows + ofHour.rows > limits.rows()) {
                cuts.add(begin);
                read = new Count();
            }
            read.files += ofHour.files;
            read.rows += divide(begin, MILLIS_PER_HOUR, ofHour.rows, cuts);
        }
        cuts.removeIf(each -> each <= query.from() || each > query.to());
        return cuts;
    }

    /** Cuts a time with too many rows; returns those of the last part. */
    private long divide(long begin, long length, long rows, SortedSet<Long> cuts) {
        long parts = rows / limits.rows() + 1;
        for (long i = 1; i < parts; i++) {
            cuts.add(begin + i * (length / parts));
        }
        return rows / parts;
    }

    private static final class Count {
        private int files;
        private long rows;

        void add(ArchiveFile file) {
            files++;
            rows += file.rows();
        }
    }
}
