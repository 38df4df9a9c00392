package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.parquet.ParquetFile;
import io.weir.parquet.UnreadableFileException;
import io.weir.writer.store.directory.ControlLock;
import io.weir.writer.store.directory.Durable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deletes old files, and remembers which, so that the archive does not show them as a gap. */
public final class Deletions {
    /**
     * Lines of: topic id, partition, first offset, next offset, hour, deleted files, all files, and the measurement of a
     * scattered file; by tabs.
     */
    private static final String LOG = "deleted";

    /** Lines without a measurement. */
    private static final int FEWEST_WORDS = 7;

    private static final int WORDS = 8;

    private Deletions() {}

    /**
     * Deleted files of a range and an hour.
     *
     * @param measurement of scattered lines, whose files are deleted one by one as each gets old; else empty, since the
     *     files of all measurements of an hour are deleted together
     * @param all how many files the range had; 0 if unknown
     */
    record Entry(FileName.Source source, FileName.Range range, long hour, String measurement, int files, int all) {
        private String key() {
            return source + " " + range + " " + hour + " " + measurement;
        }
    }

    /** The files that were deleted, or would be. */
    public record Outcome(long files, long bytes) {}

    /**
     * Deletes the files of all hours that ended at this time or before, and of scattered lines that are all older. May
     * be repeated after a failure.
     *
     * @param isDry deletes nothing
     * @param visitor receives the files
     */
    public static Outcome deleteBefore(
            ArchiveDirectory archive, Instant time, boolean isDry, ArchiveDirectory.Visitor visitor)
            throws IOException {
        Selection old = new Selection(List.of(), Selection.ALL.from(), time);
        if (isDry) {
            return delete(archive, old, true, visitor);
        }
        ControlLock lock = archive.lock();
        try {
            return delete(archive, old, false, visitor);
        } finally {
            lock.close();
        }
    }

    private static Outcome delete(
            ArchiveDirectory archive, Selection old, boolean isDry, ArchiveDirectory.Visitor visitor)
            throws IOException {
        List<DataFile> files = new ArrayList<>();
        long[] bytes = {0};
        archive.visit(old, file -> {
            if (file.endsBy(old.toNanos()) || (file.isScattered() && lastTime(file) < old.toNanos())) {
                files.add(file);
                bytes[0] += file.size();
                visitor.file(file);
            }
        });
        if (!isDry && !files.isEmpty()) {
            append(archive.root(), files);
            for (DataFile file : files) {
                Files.delete(file.path());
                deleteEmpty(Durable.directoryOf(file.path()), archive.root());
            }
        }
        return new Outcome(files.size(), bytes[0]);
    }

    /** The deleted files, each once, even if a deletion was interrupted and repeated. */
    static Collection<Entry> read(Path root) throws IOException {
        Path log = root.resolve(PartitionArchive.CONTROL).resolve(LOG);
        Map<String, Entry> entries = new LinkedHashMap<>();
        if (Files.exists(log)) {
            for (String line : Files.readAllLines(log, UTF_8)) {
                entry(line)
                        .ifPresent(entry -> entries.merge(
                                entry.key(), entry, (one, other) -> one.files >= other.files ? one : other));
            }
        }
        return entries.values();
    }

    /** Empty for the end of a line that a crash cut. */
    private static Optional<Entry> entry(String line) {
        String[] words = line.split("\t", -1);
        if (words.length < FEWEST_WORDS || words.length > WORDS) {
            return Optional.empty();
        }
        return Optional.of(new Entry(
                new FileName.Source(words[0], Integer.parseInt(words[1])),
                new FileName.Range(Long.parseLong(words[2]), Long.parseLong(words[3])),
                Long.parseLong(words[4]),
                words.length == WORDS ? words[FEWEST_WORDS] : "",
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6])));
    }

    private static void append(Path root, List<DataFile> files) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (DataFile file : files) {
            for (Part part : parts(file)) {
                String measurement = file.isScattered() ? file.measurement() : "";
                Entry one = new Entry(file.name().source(), part.range(), file.hour(), measurement, 1, part.files());
                entries.merge(
                        one.key(),
                        one,
                        (some, more) -> new Entry(
                                some.source,
                                some.range,
                                some.hour,
                                some.measurement,
                                some.files + 1,
                                Math.max(some.all, more.all)));
            }
        }
        StringBuilder text = new StringBuilder("\n");
        for (Entry entry : entries.values()) {
            text.append(entry.source.topicId()).append('\t').append(entry.source.partition());
            text.append('\t').append(entry.range.first()).append('\t').append(entry.range.next());
            text.append('\t').append(entry.hour).append('\t').append(entry.files);
            text.append('\t')
                    .append(entry.all)
                    .append('\t')
                    .append(entry.measurement)
                    .append('\n');
        }
        Path log = root.resolve(PartitionArchive.CONTROL).resolve(LOG);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Durable.force(Durable.directoryOf(log));
    }

    /** The parts of a file; for a damaged file, one with an unknown number of files. */
    private static List<Part> parts(DataFile data) throws IOException {
        try (ParquetFile file = new ParquetFile(data.path())) {
            return Part.read(data.name(), file.metadata());
        } catch (UnreadableFileException e) {
            return List.of(new Part(data.name().range(), 0));
        }
    }

    /** The time of a file's last line; never old for a damaged file, or one that a compaction has removed meanwhile. */
    private static long lastTime(DataFile data) throws IOException {
        try (ParquetFile file = new ParquetFile(data.path())) {
            return Layout.time(file.metadata(), FileKeys.LAST_TIME).orElse(Long.MAX_VALUE);
        } catch (UnreadableFileException | NoSuchFileException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Deletes a directory and its parents below the root as far as they are empty. */
    private static void deleteEmpty(Path directory, Path root) throws IOException {
        try {
            for (Path at = directory; !at.equals(root); at = Durable.directoryOf(at)) {
                Files.delete(at);
            }
        } catch (DirectoryNotEmptyException e) {
            // Other files remain.
        }
    }
}
