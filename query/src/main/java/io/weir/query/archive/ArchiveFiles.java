package io.weir.query.archive;

import io.weir.contract.archive.Place;
import io.weir.query.store.TableQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * The files of a measurement that may have lines of some time.
 *
 * @param directory of the measurement
 * @param from first millisecond
 * @param to last millisecond
 * @param files in the order of their names; so of two lines in a partition, the later one is behind the other
 */
record ArchiveFiles(Path directory, long from, long to, List<ArchiveFile> files, PartLimits limits) {
    private static final long MILLIS_PER_HOUR = 3_600_000;

    /** What a statement reads. */
    record Part(TableQuery query, List<ArchiveFile> files) {
        boolean areUnique() {
            return ArchiveFile.areUnique(files);
        }
    }

    /** The whole time of a query as one part. */
    Part part(TableQuery query) {
        return new Part(
                query,
                files.stream()
                        .filter(file -> file.mayHave(query.from(), query.to()))
                        .toList());
    }

    /**
     * Parts of the time of a query that a statement can read, in their order. Those without files are left out.
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

    /** The times before which a statement has read enough. */
    private List<Long> cuts(TableQuery query) {
        TreeMap<Long, long[]> hours = new TreeMap<>();
        long scattered = 0;
        for (ArchiveFile file : files) {
            if (file.hour() == Place.SCATTERED) {
                scattered++;
            } else if (file.mayHave(query.from(), query.to())) {
                long[] counts = hours.computeIfAbsent(file.hour(), hour -> new long[2]);
                counts[0]++;
                counts[1] += file.rows();
            }
        }
        List<Long> cuts = new ArrayList<>();
        long count = scattered;
        long rows = 0;
        for (Map.Entry<Long, long[]> each : hours.entrySet()) {
            long begin = Math.max(query.from(), each.getKey() * MILLIS_PER_HOUR);
            long[] ofHour = each.getValue();
            if (count + ofHour[0] > limits.files() || rows + ofHour[1] > limits.rows()) {
                cuts.add(begin);
                count = scattered;
                rows = 0;
            }
            long parts = ofHour[1] / limits.rows() + 1;
            for (int i = 1; i < parts; i++) {
                cuts.add(begin + i * (MILLIS_PER_HOUR / parts));
            }
            count += ofHour[0];
            rows += ofHour[1] / parts;
        }
        cuts.removeIf(each -> each <= query.from() || each > query.to());
        return cuts;
    }
}
