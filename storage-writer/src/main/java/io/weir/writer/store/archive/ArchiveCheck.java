package io.weir.writer.store.archive;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.contract.archive.Place;
import io.weir.parquet.ParquetFile;
import io.weir.parquet.UnreadableFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Whether an archive is what its writers wrote, without gaps. Used once, by one thread. */
public final class ArchiveCheck {
    private final ArchiveDirectory archive;
    private final Consumer<String> problems;
    private final Map<String, Partition> partitions = new TreeMap<>();
    private long files;
    private long rows;
    private long bytes;
    private long found;

    /** The number of files that were checked, and of problems. */
    public record Outcome(long files, long rows, long bytes, long problems) {}

    /** The ranges of a partition. */
    private static final class Partition {
        private final FileName.Source source;
        private final Map<FileName.Range, Seen> ranges =
                new TreeMap<>(Comparator.comparingLong(FileName.Range::first).thenComparingLong(FileName.Range::next));

        Partition(FileName.Source source) {
            this.source = source;
        }
    }

    /** Files of a range: how many there are, and how many there should be. */
    private static final class Seen {
        private int there;
        private int expected;
    }

    /**
     * The complete ranges of a partition.
     *
     * @param offset the offset before which all files have their names
     * @param hasFiles whether the last range before it has files
     */
    private record Settled(long offset, boolean hasFiles) {
        private static final Settled ALL = new Settled(Long.MAX_VALUE, false);
        private static final Settled NOTHING = new Settled(0, false);
    }

    /** @param problems receives each problem, for operators */
    public ArchiveCheck(ArchiveDirectory archive, Consumer<String> problems) {
        this.archive = archive;
        this.problems = problems;
    }

    /** Reads every file. Whether a file is missing is judged only for ranges that were complete before. */
    public Outcome run() throws IOException {
        Map<String, Settled> settled = settled();
        archive.read(Selection.ALL, this::check);
        for (Deletions.Entry deleted : Deletions.read(archive.root())) {
            Seen seen = seen(deleted.source(), deleted.range());
            seen.there += deleted.files();
            seen.expected = Math.max(seen.expected, deleted.all());
        }
        // A partition whose writer wrote its first plan meanwhile.
        archive.plans().keySet().forEach(source -> settled.putIfAbsent(source.toString(), Settled.NOTHING));
        for (Partition partition : partitions.values()) {
            check(partition, settled.getOrDefault(partition.source.toString(), Settled.ALL));
        }
        return new Outcome(files, rows, bytes, found);
    }

    private void check(DataFile data, FileChannel channel) throws IOException {
        files++;
        bytes += channel.size();
        try (ParquetFile file = new ParquetFile(channel)) {
            Layout.check(file.metadata());
            rows += file.rows();
            if (!file.isIntact()) {
                problem(data.path() + " is damaged: its checksum is wrong");
            }
            if (!isNamedRightly(data, file.metadata())) {
                problem(data.path() + " has another place or name than its writer gave it");
            }
            for (Part part : Part.read(data.name(), file.metadata())) {
                Seen seen = seen(data.name().source(), part.range());
                seen.there++;
                seen.expected = part.files();
            }
        } catch (UnreadableFileException e) {
            seen(data.name().source(), data.name().range()).there++;
            problem(data.path() + " " + e.getMessage());
        }
    }

    private static boolean isNamedRightly(DataFile data, Map<String, String> metadata) throws UnreadableFileException {
        return isOfHour(data, Layout.time(metadata, FileKeys.FIRST_TIME))
                && isOfHour(data, Layout.time(metadata, FileKeys.LAST_TIME))
                && data.measurement().equals(Place.encoded(metadata.getOrDefault(FileKeys.MEASUREMENT, "")))
                && data.name().source().topicId().equals(metadata.get(Layout.TOPIC_ID))
                && data.name().isMerged() == metadata.containsKey(Layout.PARTS)
                && Integer.toString(data.name().source().partition()).equals(metadata.get(Layout.PARTITION))
                && Long.toString(data.name().range().first()).equals(metadata.get(Layout.FIRST_OFFSET))
                && Long.toString(data.name().range().next()).equals(metadata.get(Layout.NEXT_OFFSET));
    }

    private static boolean isOfHour(DataFile data, OptionalLong time) {
        return data.isScattered() || time.isEmpty() || Place.hourOf(time.getAsLong()) == data.hour();
    }

    private Seen seen(FileName.Source source, FileName.Range range) {
        return partitions
                .computeIfAbsent(source.toString(), name -> new Partition(source))
                .ranges
                .computeIfAbsent(range, none -> new Seen());
    }

    /** The ranges that were complete before any file was read, so that a writer may continue meanwhile. */
    private Map<String, Settled> settled() throws IOException {
        Map<String, Settled> settled = new HashMap<>();
        for (Map.Entry<FileName.Source, Plan> entry : archive.plans().entrySet()) {
            Plan plan = entry.getValue();
            long offset = plan.settled(archive.root());
            boolean hasFiles = !plan.moves().isEmpty() && offset == plan.range().next();
            settled.put(entry.getKey().toString(), new Settled(offset, hasFiles));
            partitions.put(entry.getKey().toString(), new Partition(entry.getKey()));
        }
        return settled;
    }

    private void check(Partition partition, Settled settled) {
        FileName.Source source = partition.source;
        List<FileName.Range> ranges = partition.ranges.keySet().stream()
                .filter(range -> range.next() <= settled.offset)
                .toList();
        long end = ranges.isEmpty() ? 0 : ranges.get(0).first();
        for (FileName.Range range : ranges) {
            Seen seen = partition.ranges.get(range);
            if (seen != null && seen.there < seen.expected) {
                problem(about(source) + ": " + (seen.expected - seen.there) + " of " + seen.expected
                        + " files of offsets " + spelled(range.first(), range.next()) + " are missing");
            }
            if (range.first() > end) {
                problem(about(source) + ": offsets " + spelled(end, range.first())
                        + " are missing: deleted by Kafka before they were archived, or by somebody since");
            } else if (range.first() < end) {
                problem(about(source) + ": offsets " + spelled(range.first(), Math.min(end, range.next()))
                        + " are there twice");
            }
            end = range.next();
        }
        if (settled.hasFiles && settled.offset > end) {
            problem(about(source) + ": offsets " + spelled(end, settled.offset)
                    + " are missing: their files were removed");
        }
    }

    private static String about(FileName.Source source) {
        return "topic " + source.topicId() + " partition " + source.partition();
    }

    private static String spelled(long first, long next) {
        return first + (next > first + 1 ? "-" + (next - 1) : "");
    }

    private void problem(String text) {
        found++;
        problems.accept(text);
    }
}
