package io.weir.writer.store.archive;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.archive.parquet.UnreadableFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** An archive as its readers see it: its complete data files. */
public final class ArchiveDirectory {
    private static final int HOURS = 24;

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

    /** Visits the files that may have such lines. */
    public void visit(Selection selection, Visitor visitor) throws IOException {
        for (Path measurement : sorted(root, Place.MEASUREMENT)) {
            String name = value(measurement, Place.MEASUREMENT);
            if (!selection.hasDirectory(name)) {
                continue;
            }
            for (Path day : sorted(measurement, Place.DAY)) {
                for (Path hour : sorted(day, Place.HOUR)) {
                    OptionalLong number = hour(day, hour);
                    if (number.isPresent() && selection.hasHour(number.getAsLong())) {
                        visit(hour, name, number.getAsLong(), visitor);
                    }
                }
            }
        }
    }

    /** Writes the lines of a selection as line protocol, by file, series and time; returns their number. */
    public long export(Selection selection, OutputStream out) throws IOException {
        long[] count = {0};
        visit(selection, file -> {
            try {
                count[0] += FileLines.write(file.path(), selection.fromNanos(), selection.toNanos(), out);
            } catch (UnreadableFileException e) {
                throw new IOException(file.path() + " " + e.getMessage(), e);
            }
        });
        return count[0];
    }

    Path root() {
        return root;
    }

    private static void visit(Path directory, String measurement, long hour, Visitor visitor) throws IOException {
        for (Path path : sorted(directory, "")) {
            Optional<FileName> name = FileName.parse(path.getFileName().toString());
            if (name.isPresent()) {
                visitor.file(new DataFile(path, measurement, hour, name.get()));
            }
        }
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
        }
    }
}
