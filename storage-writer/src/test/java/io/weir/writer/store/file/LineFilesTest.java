package io.weir.writer.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.writer.testing.FilesOfLines;
import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineFilesTest {
    private static final LineFileName.Source SOURCE = new LineFileName.Source("-opic_Id-of22characters", 3);
    /** 2026-11-27T10:00:00Z. */
    private static final long NOON = 1_795_773_600_000L;

    private final AtomicLong millis = new AtomicLong(NOON);
    private final List<String> refused = new ArrayList<>();
    private final Path directory;

    LineFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private LineFiles open() throws IOException {
        return open(directory);
    }

    private LineFiles open(Path root) throws IOException {
        return LineFiles.open(root, SOURCE, millis::get);
    }

    private void add(LineFiles files, long offset, String record) {
        byte[] bytes = record.getBytes(UTF_8);
        files.add(
                bytes,
                0,
                bytes.length,
                (from, to, reason) -> refused.add(new String(bytes, from, to - from, UTF_8) + ": " + reason));
        files.endAt(offset + 1);
    }

    private List<String> names() {
        return FilesOfLines.in(directory).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    @Test
    void aFileIsThereOnceItIsComplete() throws IOException {
        try (LineFiles files = open()) {
            files.begin(5);
            add(files, 5, "a v=1 1\n");
            millis.addAndGet(1_000);
            add(files, 6, "b t=\"two\nlines\" 2");
            assertThat(names()).isEmpty();
            assertThat(files.lines()).isEqualTo(2);

            assertThat(files.complete()).isEqualTo(7);
        }
        assertThat(names())
                .containsExactly(
                        "20261127T100000000Z--opic_Id-of22characters-3-000000000000000005-000000000000000007.lp.zst");
        assertThat(FilesOfLines.text(directory)).isEqualTo("a v=1 1\nb t=\"two\nlines\" 2\n");
    }

    @Test
    void rangesWithoutLinesHaveNoFile() throws IOException {
        try (LineFiles files = open()) {
            files.begin(0);
            assertThat(files.complete()).isZero();
            files.endAt(9);
            assertThat(files.complete()).isEqualTo(9);
        }
        assertThat(names()).isEmpty();
        try (LineFiles files = open()) {
            assertThat(files.next()).hasValue(9);
        }
    }

    @Test
    void theNextOffsetSurvivesFilesThatWereMovedAway() throws IOException {
        try (LineFiles files = open()) {
            files.begin(0);
            add(files, 0, "a v=1 1\n");
            files.complete();
        }
        Files.delete(FilesOfLines.in(directory).get(0));
        try (LineFiles files = open()) {
            assertThat(files.next()).hasValue(1);
            files.skipTo(7);
        }
        try (LineFiles files = open()) {
            assertThat(files.next()).hasValue(7);
        }
    }

    @Test
    void linesThatNobodyCouldReadAreRefusedAlone() throws IOException {
        try (LineFiles files = open()) {
            files.begin(0);
            add(files, 0, "a v=1 1\nb,host v=2 2\nc v=3\nd v=4 4\ne v=x 5\n");
            files.complete();
        }
        assertThat(FilesOfLines.text(directory)).isEqualTo("a v=1 1\nd v=4 4\n");
        assertThat(refused).hasSize(3);
        assertThat(refused.get(0)).startsWith("b,host v=2 2: ");
        assertThat(refused.get(1)).isEqualTo("c v=3: has no timestamp");
        assertThat(refused.get(2)).startsWith("e v=x 5: ");
    }

    @Test
    void aSecondWriterIsRefused() throws IOException {
        try (LineFiles files = open()) {
            assertThat(files.next()).isEmpty();
            assertThatThrownBy(this::open).hasMessageContaining("another writer writes partition 3");
        }
        open().close();
    }

    @Test
    void anUnreadableOffsetIsNamed() throws IOException {
        open().close();
        Path next = directory.resolve(".weir").resolve(SOURCE.toString()).resolve("next");
        Files.writeString(next, "x");

        assertThatThrownBy(this::open).hasMessageContaining(next + " has no offset: delete it");
        Files.delete(next);
        open().close();
    }

    @Test
    void aFileWithAnImpossibleTimeIsNoFileOfLines() throws IOException {
        Files.createFile(directory.resolve(
                "20261327T100000000Z--opic_Id-of22characters-3-000000000000000005-000000000000000007.lp.zst"));
        try (LineFiles files = open()) {
            assertThat(files.next()).isEmpty();
        }
    }

    /** The writer is stopped at any moment; what it had in memory is added again. */
    @Test
    void everyLineIsThereOnceInItsOrder() throws IOException {
        int seeds = Integer.getInteger("weir.test.seeds", 5);
        long begin = Long.getLong("weir.test.seed", System.nanoTime());
        for (long seed = begin; seed < begin + seeds; seed++) {
            Path root = directory.resolve(HexFormat.of().toHexDigits(seed));
            Random random = new Random(seed);
            List<String> records = new ArrayList<>();
            while (records.size() < 60) {
                StringBuilder record = new StringBuilder();
                for (int line = random.nextInt(5); line > 0; line--) {
                    record.append("m,h=")
                            .append(random.nextInt())
                            .append(" t=\"x\ny\" ")
                            .append(line)
                            .append('\n');
                }
                records.add(record.toString());
            }
            long done = 0;
            while (done < records.size()) {
                try (LineFiles files = open(root)) {
                    done = files.next().orElse(0);
                    files.begin(done);
                    int steps = random.nextInt(40);
                    for (long at = done; at < records.size() && steps-- > 0; at++) {
                        millis.addAndGet(random.nextInt(3));
                        add(files, at, records.get((int) at));
                        if (random.nextInt(8) == 0 || at == records.size() - 1) {
                            assertThat(files.complete()).isEqualTo(at + 1);
                            done = at + 1;
                        }
                    }
                }
                if (random.nextInt(3) == 0) {
                    // As a crash leaves it after the file got its name, or before that.
                    Files.deleteIfExists(
                            root.resolve(".weir").resolve(SOURCE.toString()).resolve("next"));
                    Files.writeString(
                            root.resolve(".weir").resolve(SOURCE.toString()).resolve("tmp"), "half");
                }
            }
            assertThat(FilesOfLines.text(root)).as("seed %d", seed).isEqualTo(String.join("", records));
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void linesWaitUntilTheDiskHasRoom() throws IOException {
        try (SmallDisk disk = SmallDisk.mountOrSkip(directory.resolve("disk"), 2)) {
            Path root = disk.directory().resolve("files");
            int failures = 0;
            StringBuilder all = new StringBuilder();
            for (int free = 0; free < 12; free++) {
                try (LineFiles files = open(root)) {
                    long begin = files.next().orElse(0);
                    assertThat(begin).isEqualTo(free);
                    files.begin(begin);
                    disk.fill(free * 4096);
                    String record = incompressible(free);
                    all.append(record);
                    add(files, begin, record);
                    for (int i = 0; i < 2; i++) {
                        try {
                            files.complete();
                        } catch (IOException e) {
                            assertThat(e).hasMessageContaining("No space left");
                            failures++;
                        }
                    }
                    disk.makeRoom();
                    assertThat(files.complete()).isEqualTo(free + 1);
                }
            }
            assertThat(failures).isPositive();
            assertThat(FilesOfLines.text(root)).isEqualTo(all.toString());
        }
    }

    private static String incompressible(int seed) {
        byte[] bytes = new byte[12_000];
        new Random(seed).nextBytes(bytes);
        return "m t=\"" + HexFormat.of().formatHex(bytes) + "\" " + seed + "\n";
    }
}
