package io.weir.writer.store.archive;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.archive.parquet.ParquetFile;
import io.weir.writer.store.archive.parquet.UnreadableFileException;
import io.weir.writer.store.directory.ControlLock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An archive as its readers see it: its complete data files. */
public final class ArchiveDirectory {
    private static final int HOURS = 24;
    /** A compaction replaces the files of a directory so often at most, while they are opened. */
    private static final int MOST_ATTEMPTS = 100;

    private static final String MAINTENANCE = "maintenance";

    private final Path root;

    /** Receives files. */
    public interface Visitor {
        /** Called by measurement, then by hour, then by partition and offset. */
        void file(DataFile file) throws IOException;
    }

    private ArchiveDirectory(Path root) {
        this.root = root;
    }

    /** @throws Refusal if no writer has archived into this directory */
    public static ArchiveDirectory of(Path root) {
        if (!Files.isDirectory(root.resolve(PartitionArchive.CONTROL))) {
            throw new Refusal(Refusal.quote(root.toString()) + " is no archive of Weir", "name the DIR of archive:DIR");
        }
        return new ArchiveDirectory(root);
    }

    /** Receives directories. */
    interface HourVisitor {
        void hour(Hour hour) throws IOException;
    }

    /** Receives open files, whose channels it closes. */
    interface Reader {
        void file(DataFile file, FileChannel channel) throws IOException;
    }

    /** The directory of a measurement and an hour. */
    record Hour(Path directory, String measurement, long number) {
        /** The files, by partition and offset, without those that a compaction has replaced but not removed yet. */
        List<DataFile> files() throws IOException {
            List<DataFile> files = all();
            List<FileName> merged = files.stream()
                    .map(DataFile::name)
                    .filter(FileName::isMerged)
                    .toList();
            files.removeIf(file -> merged.stream().anyMatch(other -> other.replaces(file.name())));
            return files;
        }

        private List<DataFile> all() throws IOException {
            List<DataFile> files = new ArrayList<>();
            for (Path path : sorted(directory, "")) {
                FileName.parse(path.getFileName().toString())
                        .ifPresent(name -> files.add(new DataFile(path, measurement, number, name)));
            }
            return files;
        }
    }

    /** Visits the files that may have such lines. */
    public void visit(Selection selection, Visitor visitor) throws IOException {
        visitHours(selection, hour -> {
            for (DataFile file : hour.files()) {
                visitor.file(file);
            }
        });
    }

    /** Visits the files that may have such lines, all of a measurement and hour open at the same moment. */
    void read(Selection selection, Reader reader) throws IOException {
        visitHours(selection, hour -> {
            List<DataFile> files = hour.files();
            OpenFiles open = opened(files);
            for (int attempt = 1; open == null && attempt < MOST_ATTEMPTS; attempt++) {
                files = hour.files();
                open = opened(files);
            }
            try (OpenFiles all = open == null ? OpenFiles.open(files) : open) {
                for (int i = 0; i < files.size(); i++) {
                    reader.file(files.get(i), all.channel(i));
                }
            }
        });
    }

    /** Reads the lines of a selection, by measurement, hour, file, series and time; returns their number. */
    public long lines(Selection selection, LineSink sink) throws IOException {
        long[] count = {0};
        read(selection, (file, channel) -> {
            long bytes = channel.size();
            try {
                count[0] += FileLines.write(channel, selection.fromNanos(), selection.toNanos(), sink);
            } catch (UnreadableFileException e) {
                throw new IOException(file.path() + " " + e.getMessage(), e);
            }
            sink.finished(bytes);
        });
        return count[0];
    }

    /** Writes the lines of a selection as line protocol, in the order of {@link #lines}; returns their number. */
    public long export(Selection selection, OutputStream out) throws IOException {
        return lines(selection, (bytes, length, count) -> out.write(bytes, 0, length));
    }

    /** Returns null if a file was deleted since it was listed. */
    private static @Nullable OpenFiles opened(List<DataFile> files) throws IOException {
        try {
            return OpenFiles.open(files);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    void visitHours(Selection selection, HourVisitor visitor) throws IOException {
        for (Path measurement : sorted(root, Place.MEASUREMENT)) {
            String name = value(measurement, Place.MEASUREMENT);
            if (!selection.hasMeasurement(decoded(measurement))) {
                continue;
            }
            for (Path day : sorted(measurement, Place.DAY)) {
                for (Path hour : sorted(day, Place.HOUR)) {
                    OptionalLong number = hour(day, hour);
                    if (number.isPresent() && selection.hasHour(number.getAsLong())) {
                        visitor.hour(new Hour(hour, name, number.getAsLong()));
                    }
                }
            }
        }
    }

    /** The measurement of a directory. The name of a directory whose name is cut is in its files. */
    private static String decoded(Path directory) throws IOException {
        String name = value(directory, Place.MEASUREMENT);
        Optional<String> whole = Place.decoded(name);
        if (whole.isPresent()) {
            return whole.get();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            Optional<Path> any = files.filter(path ->
                            FileName.parse(path.getFileName().toString()).isPresent())
                    .findFirst();
            if (any.isEmpty()) {
                return name;
            }
            try (ParquetFile file = new ParquetFile(any.get())) {
                return file.metadata().getOrDefault(Layout.MEASUREMENT, name);
            }
        } catch (UnreadableFileException | UncheckedIOException e) {
            return name;
        }
    }

    Path root() {
        return root;
    }

    /** The directory of commands that change files, which run one after another. */
    Path maintenance() {
        return root.resolve(PartitionArchive.CONTROL).resolve(MAINTENANCE);
    }

    /** The plan of the last command that changed files. */
    Path maintenancePlan() {
        return maintenance().resolve("plan");
    }

    /**
     * Locks the archive for a command that changes files, and completes what a crash of the last one interrupted.
     * Writers go on.
     */
    ControlLock lock() throws IOException {
        ControlLock lock = ControlLock.take(
                maintenance(), "another command compacts or deletes files of " + root + ": wait until it has ended");
        try {
            Optional<Plan> last = Plan.read(maintenancePlan());
            if (last.isPresent()) {
                last.get().finish(root);
            }
            Temporary.deleteAll(maintenance());
            return lock;
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /** The last plans of all partitions. */
    Map<FileName.Source, Plan> plans() throws IOException {
        Map<FileName.Source, Plan> plans = new HashMap<>();
        for (Path control : sorted(root.resolve(PartitionArchive.CONTROL), "")) {
            Optional<FileName.Source> source =
                    FileName.Source.parse(control.getFileName().toString());
            if (source.isPresent()) {
                Plan.read(PartitionArchive.planOf(root, source.get())).ifPresent(plan -> plans.put(source.get(), plan));
            }
        }
        return plans;
    }

    private static OptionalLong hour(Path day, Path hour) {
        try {
            return OptionalLong.of(LocalDate.parse(value(day, Place.DAY)).toEpochDay() * HOURS
                    + Integer.parseInt(value(hour, Place.HOUR)));
        } catch (DateTimeException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static String value(Path directory, String key) {
        return directory.getFileName().toString().substring(key.length());
    }

    private static List<Path> sorted(Path directory, String begin) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(begin))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            // Deleted since its parent was listed.
            return List.of();
        }
    }
}
