package io.weir.writer.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileName.Source;
import io.weir.contract.line.LineReader;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.Compaction;
import io.weir.writer.store.archive.PartitionArchive;
import io.weir.writer.store.archive.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Archives for tests of their readers. */
public final class WrittenArchive {
    private static final int PARTITIONS = 3;
    private static final int LINES_OF_RANGE = 200;

    private WrittenArchive() {}

    /** Writes lines with times, those of a series into one of several partitions, in several files each. */
    public static void write(Path root, String lines) throws IOException {
        List<List<byte[]>> partitions = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(new ArrayList<>());
        }
        byte[] all = lines.getBytes(UTF_8);
        LineReader reader = new LineReader();
        reader.wrap(all, 0, all.length);
        while (reader.next()) {
            String line = new String(all, reader.lineStart(), reader.lineEnd() - reader.lineStart(), UTF_8);
            int partition = Math.floorMod(line.split("(?<!\\\\) ", 2)[0].hashCode(), PARTITIONS);
            partitions.get(partition).add(line.getBytes(UTF_8));
        }
        for (int i = 0; i < PARTITIONS; i++) {
            append(root, i, 0, partitions.get(i));
        }
    }

    /**
     * Writes lines into a partition.
     *
     * @param first the offset of the first line, behind those that were written before
     */
    public static void append(Path root, int partition, long first, List<byte[]> lines) throws IOException {
        try (PartitionArchive archive =
                PartitionArchive.open(root, "metrics.storage", new Source("Topic-Id_of22characters", partition))) {
            archive.begin(first);
            for (int i = 0; i < lines.size(); i++) {
                archive.add(lines.get(i), 0, lines.get(i).length, (from, to, reason) -> {
                    throw new AssertionError(reason);
                });
                archive.endAt(first + i + 1);
                if (i % LINES_OF_RANGE == LINES_OF_RANGE - 1) {
                    archive.complete();
                }
            }
            archive.complete();
        }
    }

    /** Merges files, also those of the current hour. */
    public static void compact(Path root) throws IOException {
        try (Compaction compaction = Compaction.open(ArchiveDirectory.of(root), file -> {})) {
            compaction.run(Selection.ALL);
        }
    }
}
