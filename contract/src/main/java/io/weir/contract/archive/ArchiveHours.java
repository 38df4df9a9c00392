package io.weir.contract.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Lists the directories and the data files of an archive. Opens no file. */
public final class ArchiveHours {
    /** The directory in which writers and commands keep their state of an archive. */
    public static final String CONTROL = "_weir";

    private static final int HOURS = 24;
    private static final int MOST_ATTEMPTS = 100;

    private ArchiveHours() {}

    /**
     * The directory of a measurement and an hour.
     *
     * @param number as {@link Place#hour}
     */
    public record Hour(Path directory, long number) {
        /** The files, by partition and offset, without those that a compaction has replaced but not removed yet. */
        public List<NamedFile> files() throws IOException {
            List<NamedFile> files = new ArrayList<>();
            for (Path path : settled(directory)) {
                FileName.parse(path.getFileName().toString()).ifPresent(name -> files.add(new NamedFile(path, name)));
            }
            List<FileName> merged = files.stream()
                    .map(NamedFile::name)
                    .filter(FileName::isMerged)
                    .toList();
            files.removeIf(file -> merged.stream().anyMatch(other -> other.replaces(file.name())));
            return files;
        }
    }

    /** A data file and what its name says. */
    public record NamedFile(Path path, FileName name) {}

    /** Whether a writer has archived into this directory. */
    public static boolean isArchive(Path directory) {
        return Files.isDirectory(directory.resolve(CONTROL));
    }

    /** The directories of all measurements. */
    public static List<Path> measurements(Path archive) throws IOException {
        return sorted(archive, Place.MEASUREMENT);
    }

    /** The measurement of a directory; empty if the name of the directory was cut. */
    public static Optional<String> measurement(Path directory) {
        return Place.decoded(value(directory, Place.MEASUREMENT));
    }

    /** The directories of a measurement's hours, in order; {@link Place#SCATTERED} is the first. */
    public static List<Hour> hours(Path measurement, LongPredicate isSelected) throws IOException {
        List<Hour> hours = new ArrayList<>();
        for (Path day : sorted(measurement, Place.DAY)) {
            if (!mayHave(day, isSelected)) {
                continue;
            }
            for (Path hour : sorted(day, Place.HOUR)) {
                OptionalLong number = number(day, hour);
                if (number.isPresent() && isSelected.test(number.getAsLong())) {
                    hours.add(new Hour(hour, number.getAsLong()));
                }
            }
        }
        return hours;
    }

    private static boolean mayHave(Path day, LongPredicate isSelected) {
        try {
            long first = firstHour(day);
            return LongStream.range(first, first + HOURS).anyMatch(isSelected);
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static long firstHour(Path day) {
        return LocalDate.parse(value(day, Place.DAY)).toEpochDay() * HOURS;
    }

    private static OptionalLong number(Path day, Path hour) {
        try {
            return OptionalLong.of(firstHour(day) + Integer.parseInt(value(hour, Place.HOUR)));
        } catch (DateTimeException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static String value(Path directory, String key) {
        return directory.getFileName().toString().substring(key.length());
    }

    /** A list that is made during a compaction may have neither a merged file nor all that it replaces. */
    private static List<Path> settled(Path directory) throws IOException {
        List<Path> listed = sorted(directory, "");
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            List<Path> again = sorted(directory, "");
            if (again.equals(listed)) {
                return again;
            }
            listed = again;
        }
        throw new IOException("the files of " + directory + " change all the time");
    }

    /** The entries of a directory whose names begin so, sorted; none if it is not a directory, or not any more. */
    public static List<Path> sorted(Path directory, String begin) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(begin))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Deleted since its parent was listed, or a file that is not Weir's.
            return List.of();
        }
    }
}
