package io.weir.query.archive;

import static java.util.stream.Collectors.joining;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.ArchiveHours.Hour;
import io.weir.contract.archive.ArchiveHours.NamedFile;
import io.weir.contract.archive.Place;
import io.weir.query.store.NanoTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of a measurement that may have lines of some time, in the order of their lines. */
final class ArchiveFiles {
    private static final String OPTIONS = "union_by_name = true, hive_partitioning = false";

    private final Path directory;
    private final long from;
    private final long to;
    private final List<File> files;

    /** @param hour as {@link Place#hour} */
    private record File(long hour, NamedFile file) {}

    private ArchiveFiles(Path directory, long from, long to, List<File> files) {
        this.directory = directory;
        this.from = from;
        this.to = to;
        this.files = files;
    }

    /**
     * Lists them.
     *
     * @param directory of the measurement
     * @param from first millisecond
     * @param to last millisecond
     */
    static ArchiveFiles list(Path directory, long from, long to) throws IOException {
        List<File> files = new ArrayList<>();
        for (Hour hour : ArchiveHours.hours(directory, number -> mayHave(number, from, to))) {
            hour.files().forEach(file -> files.add(new File(hour.number(), file)));
        }
        // A line that is written again goes to the same partition.
        files.sort(Comparator.comparing(each -> each.file().name()));
        return new ArchiveFiles(directory, from, to, files);
    }

    private static boolean mayHave(long hour, long from, long to) {
        return hour == Place.SCATTERED
                || (hour >= Place.hourOf(from * NanoTimes.PER_MILLI) && hour <= Place.hourOf(to * NanoTimes.PER_MILLI));
    }

    /** The files that there are now. */
    ArchiveFiles again() throws IOException {
        return list(directory, from, to);
    }

    boolean areNone() {
        return files.isEmpty();
    }

    /** The files as an argument of a function of DuckDB that reads several. */
    String argument() {
        return argument(files.stream());
    }

    /** The files that may have lines of a part of the time, as a table in a statement. */
    String source(long first, long last) {
        return "read_parquet(" + argument(files.stream().filter(file -> mayHave(file.hour(), first, last))) + ", "
                + OPTIONS + ")";
    }

    /** All files as a table in a statement. */
    String source() {
        return "read_parquet(" + argument() + ", " + OPTIONS + ")";
    }

    /** Whether no file can have lines of a part of the time. */
    boolean haveNone(long first, long last) {
        return files.stream().noneMatch(file -> mayHave(file.hour(), first, last));
    }

    private static String argument(Stream<File> files) {
        return files.map(each -> Sql.literal(Sql.pattern(each.file().path().toString())))
                .collect(joining(", ", "[", "]"));
    }
}
