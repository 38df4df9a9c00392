package io.weir.writer.store.archive;

import io.weir.writer.store.archive.parquet.ParquetFile;
import io.weir.writer.store.archive.parquet.UnreadableFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** @param problems receives each problem, for operators */
    public ArchiveCheck(ArchiveDirectory archive, Consumer<String> problems) {
        this.archive = archive;
        this.problems = problems;
    }

    /** Reads every file. A file that appears meanwhile may not be counted. */
    public Outcome run() throws IOException {
        archive.read(Selection.ALL, this::check);
        for (Deletions.Entry deleted : Deletions.read(archive.root())) {
            Seen seen = seen(deleted.source(), deleted.range());
            seen.there += deleted.files();
            seen.expected = Math.max(seen.expected, deleted.all());
        }
        for (Partition partition : partitions.values()) {
            check(partition);
        }
        return new Outcome(files, rows, bytes, found);
    }

    private void check(DataFile data, FileChannel channel) throws IOException {
        files++;
        bytes += channel.size();
        Seen seen = seen(data.name().source(), data.name().range());
        seen.there++;
        try (ParquetFile file = new ParquetFile(channel)) {
            Layout.check(file.metadata());
            rows += file.rows();
            if (!file.isIntact()) {
                problem(data.path() + " is damaged: its checksum is wrong");
            }
            if (!isNamedRightly(data, file.metadata())) {
                problem(data.path() + " has another place or name than its writer gave it");
            }
            seen.expected = Integer.parseInt(file.metadata().getOrDefault(Layout.FILES, "0"));
        } catch (UnreadableFileException e) {
            problem(data.path() + " " + e.getMessage());
        }
    }

    private static boolean isNamedRightly(DataFile data, Map<String, String> metadata) {
        return data.measurement().equals(Place.encoded(metadata.getOrDefault(Layout.MEASUREMENT, "")))
                && data.name().source().topicId().equals(metadata.get(Layout.TOPIC_ID))
                && Integer.toString(data.name().source().partition()).equals(metadata.get(Layout.PARTITION))
                && Long.toString(data.name().range().first()).equals(metadata.get(Layout.FIRST_OFFSET))
                && Long.toString(data.name().range().next()).equals(metadata.get(Layout.NEXT_OFFSET));
    }

    private Seen seen(FileName.Source source, FileName.Range range) {
        return partitions
                .computeIfAbsent(source.toString(), name -> new Partition(source))
                .ranges
                .computeIfAbsent(range, none -> new Seen());
    }

    private void check(Partition partition) throws IOException {
        FileName.Source source = partition.source;
        Optional<Plan> plan = Plan.read(PartitionArchive.planOf(archive.root(), source));
        List<FileName.Range> ranges = new ArrayList<>(partition.ranges.keySet());
        for (int i = 0; i < ranges.size(); i++) {
            FileName.Range range = ranges.get(i);
            Seen seen = partition.ranges.get(range);
            // The files of the last range get their names one after another.
            boolean isLast = plan.isPresent() && plan.get().range().equals(range);
            if (seen != null
                    && seen.there < seen.expected
                    && !(isLast && plan.get().isComplete(archive.root()))) {
                problem(about(source) + ": " + (seen.expected - seen.there) + " of " + seen.expected
                        + " files of offsets " + spelled(range.first(), range.next()) + " are missing");
            }
            long before = i == 0 ? range.first() : ranges.get(i - 1).next();
            if (range.first() > before) {
                problem(about(source) + ": offsets " + spelled(before, range.first())
                        + " are missing: deleted by Kafka before they were archived, or by somebody since");
            } else if (range.first() < before) {
                problem(about(source) + ": offsets " + spelled(range.first(), Math.min(before, range.next()))
                        + " are there twice");
            }
        }
        long end = ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).next();
        if (plan.isPresent() && plan.get().range().next() > end && !plan.get().isComplete(archive.root())) {
            problem(about(source) + ": offsets "
                    + spelled(end, plan.get().range().next()) + " are missing: their files were removed");
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
