package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileName;
import io.weir.contract.line.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writing and reading archives in tests. */
final class Archives {
    static final FileName.Source SOURCE = new FileName.Source("Topic-Id_of22characters", 3);

    private Archives() {}

    static PartitionArchive open(Path root) throws IOException {
        return open(root, SOURCE.partition());
    }

    static PartitionArchive open(Path root, int partition) throws IOException {
        return PartitionArchive.open(root, "metrics.storage", new FileName.Source(SOURCE.topicId(), partition));
    }

    /** Writes each line as a range of its own. */
    static void write(Path root, long first, String... lines) throws IOException {
        try (PartitionArchive archive = open(root)) {
            archive.begin(first);
            for (int i = 0; i < lines.length; i++) {
                add(archive, first + i, List.of(lines[i].getBytes(UTF_8)));
                archive.complete();
            }
        }
    }

    static Compaction.Outcome compact(Path root, Selection selection) throws IOException {
        try (Compaction compaction = Compaction.open(ArchiveDirectory.of(root), file -> {})) {
            return compaction.run(selection);
        }
    }

    /** The findings of a check of the archive. */
    static List<String> problems(Path root) throws IOException {
        List<String> problems = new ArrayList<>();
        new ArchiveCheck(ArchiveDirectory.of(root), problems::add).run();
        return problems;
    }

    /** All lines as readers see them, sorted; also those whose texts have line feeds. */
    static List<String> visible(Path root) throws IOException {
        List<String> found = new ArrayList<>();
        LineReader reader = new LineReader();
        ArchiveDirectory.of(root).lines(Selection.ALL, (bytes, length, count) -> {
            reader.wrap(bytes, 0, length);
            while (reader.next()) {
                found.add(new String(bytes, reader.lineStart(), reader.lineEnd() - reader.lineStart(), UTF_8));
            }
        });
        found.sort(null);
        return found;
    }

    /** Adds a record; no line may be refused. */
    static void add(PartitionArchive archive, long offset, List<byte[]> lines) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            record.writeBytes(line);
            record.write('\n');
        }
        archive.add(record.toByteArray(), 0, record.size(), (from, to, reason) -> {
            throw new AssertionError(reason + ": " + new String(record.toByteArray(), from, to - from, UTF_8));
        });
        archive.endAt(offset + 1);
    }

    /** All data files, in the order of their paths. */
    static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(FileName.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /** All lines of all files, sorted. A text with a line feed makes several. */
    static List<String> lines(Path root) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Path file : files(root)) {
            out.writeBytes(linesOf(file).getBytes(UTF_8));
        }
        return sorted(out.toString(UTF_8));
    }

    /** The lines of a file in its order. */
    static String linesOf(Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (FileChannel channel = FileChannel.open(file)) {
            FileLines.write(
                    channel, Long.MIN_VALUE, Long.MAX_VALUE, (bytes, length, count) -> out.write(bytes, 0, length));
        }
        return out.toString(UTF_8);
    }

    static List<String> sorted(String lines) {
        List<String> sorted = new ArrayList<>(List.of(lines.split("\n")));
        sorted.sort(null);
        return sorted;
    }
}
