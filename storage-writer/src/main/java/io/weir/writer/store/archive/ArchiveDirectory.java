package io.weir.writer.store.archive;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.contract.archive.Place;
import io.weir.contract.config.Refusal;
import io.weir.parquet.ParquetFile;
import io.weir.parquet.UnreadableFileException;
import io.weir.writer.store.directory.ControlLock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An archive as its readers see it: its complete data files. */
public final class ArchiveDirectory {
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
        if (!ArchiveHours.isArchive(root)) {
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

    /** The directory of a measurement, as it spells it, and an hour. */
    record Hour(ArchiveHours.Hour listed, String measurement) {
        /** See {@link Place#hour}. */
        long number() {
            return listed.number();
        }

        /** See {@link ArchiveHours.Hour#files}. */
        List<DataFile> files() throws IOException {
            return listed.files().stream()
                    .map(file -> new DataFile(file.path(), measurement, number(), file.name()))
                    .toList();
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
        for (Path directory : ArchiveHours.measurements(root)) {
            if (selection.hasMeasurement(measurement(directory))) {
                for (ArchiveHours.Hour hour : ArchiveHours.hours(directory, selection::hasHour)) {
                    visitor.hour(new Hour(hour, spelled(directory)));
                }
            }
        }
    }

    private static String spelled(Path directory) {
        return directory.getFileName().toString().substring(Place.MEASUREMENT.length());
    }

    /** The measurement of a directory. The name of a directory whose name is cut is in its files. */
    private static String measurement(Path directory) throws IOException {
        Optional<String> whole = ArchiveHours.measurement(directory);
        if (whole.isPresent()) {
            return whole.get();
        }
        String name = spelled(directory);
        try (Stream<Path> files = Files.walk(directory)) {
            Optional<Path> any = files.filter(path ->
                            FileName.parse(path.getFileName().toString()).isPresent())
                    .findFirst();
            if (any.isEmpty()) {
                return name;
            }
            try (ParquetFile file = new ParquetFile(any.get())) {
                return file.metadata().getOrDefault(FileKeys.MEASUREMENT, name);
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
        for (Path control : ArchiveHours.sorted(root.resolve(PartitionArchive.CONTROL), "")) {
            Optional<FileName.Source> source =
                    FileName.Source.parse(control.getFileName().toString());
            if (source.isPresent()) {
                Plan.read(PartitionArchive.planOf(root, source.get())).ifPresent(plan -> plans.put(source.get(), plan));
            }
        }
        return plans;
    }
}
