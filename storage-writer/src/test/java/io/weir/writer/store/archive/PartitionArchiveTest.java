package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionArchiveTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());

    @TempDir
    private Path root = Path.of("");

    @Test
    void allLinesAreReadAsWritten() throws IOException {
        RandomLines random = new RandomLines(SEED);
        StringBuilder expected = new StringBuilder();
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int record = 0; record < 100; record++) {
                List<byte[]> lines = new ArrayList<>();
                for (int i = 0; i < 30; i++) {
                    lines.add(random.next());
                    expected.append(new String(lines.get(i), UTF_8)).append('\n');
                }
                Archives.add(archive, record, lines);
                if (record % 40 == 39) {
                    assertThat(archive.complete()).isEqualTo(record + 1);
                }
            }
            assertThat(archive.lines()).isEqualTo(600);
            assertThat(archive.complete()).isEqualTo(100);
        }
        assertThat(Archives.lines(root)).as("seed %d", SEED).isEqualTo(Archives.sorted(expected.toString()));
        for (Path path : Archives.files(root)) {
            try (ParquetFile file = new ParquetFile(path)) {
                assertThat(file.isIntact()).as(path.toString()).isTrue();
            }
        }
    }

    @Test
    void rowsAreSortedBySeriesAndTime() throws IOException {
        String late = "cpu,host=a v=1 1700000003000000000";
        write(0, "cpu,host=b v=2 1700000001000000000", late, "cpu,host=a v=3 1700000002000000000", late);
        assertThat(Archives.linesOf(Archives.files(root).get(0))).isEqualTo("""
                        cpu,host=a v=3.0 1700000002000000000
                        cpu,host=a v=1.0 1700000003000000000
                        cpu,host=a v=1.0 1700000003000000000
                        cpu,host=b v=2.0 1700000001000000000
                        """);
    }

    @Test
    void filesAreNamedAfterHourAndOffsets() throws IOException {
        write(7, "a/b,host=x v=1 1700000000000000000", "cpu v=1i 1699999999999999999", "cpu v=2i -1");
        assertThat(Archives.files(root))
                .extracting(file -> root.relativize(file).toString())
                .containsExactly(
                        "measurement=a%2Fb/day=2023-11-14/hour=22/"
                                + "Topic-Id_of22characters-3-000000000000000007-000000000000000008.parquet",
                        "measurement=cpu/day=1969-12-31/hour=23/"
                                + "Topic-Id_of22characters-3-000000000000000007-000000000000000008.parquet",
                        "measurement=cpu/day=2023-11-14/hour=22/"
                                + "Topic-Id_of22characters-3-000000000000000007-000000000000000008.parquet");
    }

    @Test
    void badLinesAreRefusedWithoutTheirNeighbours() throws IOException {
        List<String> refused = new ArrayList<>();
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            byte[] record = "cpu v=1 1\ncpu v= 2\ncpu v=3\ncpu, v=4 4\ncpu v=5 5\n".getBytes(UTF_8);
            archive.add(
                    record,
                    0,
                    record.length,
                    (from, to, reason) -> refused.add(new String(record, from, to - from, UTF_8) + " | " + reason));
            archive.endAt(1);
            archive.complete();
        }
        assertThat(refused).hasSize(3).element(1).isEqualTo("cpu v=3 | has no timestamp");
        assertThat(Archives.lines(root)).containsExactly("cpu v=1.0 1", "cpu v=5.0 5");
    }

    @Test
    void anotherWriterOfThePartitionIsRefused() throws IOException {
        try (PartitionArchive first = Archives.open(root)) {
            assertThat(first.next()).isEmpty();
            assertThatThrownBy(() -> Archives.open(root))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another writer archives partition 3");
        }
        Archives.open(root).close();
    }

    /** As a crash leaves it that ends the process before the plan is written. */
    @Test
    void unplannedFilesAreRemoved() throws IOException {
        write(0, "cpu v=1 1");
        Path half = root.resolve("_weir/" + Archives.SOURCE + "/1-2-0.tmp");
        Files.writeString(half, "half");
        try (PartitionArchive archive = Archives.open(root)) {
            assertThat(archive.next()).isEqualTo(OptionalLong.of(1));
        }
        assertThat(half).doesNotExist();
        assertThat(Archives.lines(root)).containsExactly("cpu v=1.0 1");
    }

    /** As a crash leaves it that ends the process between the plan and the last file. */
    @Test
    void plannedFilesAreCompleted() throws IOException {
        write(0, "cpu v=1 1", "mem v=2 2");
        Path plan = root.resolve("_weir/" + Archives.SOURCE + "/plan");
        String[] file = Files.readAllLines(plan).get(2).split("\t");
        Files.move(root.resolve(file[2]), root.resolve(file[1]));
        assertThat(Archives.files(root)).hasSize(1);
        try (PartitionArchive archive = Archives.open(root)) {
            assertThat(archive.next()).isEqualTo(OptionalLong.of(1));
        }
        assertThat(Archives.lines(root)).containsExactly("cpu v=1.0 1", "mem v=2.0 2");
    }

    @Test
    void aDamagedPlanIsNotMisread() throws IOException {
        write(0, "cpu v=1 1");
        Path plan = root.resolve("_weir/" + Archives.SOURCE + "/plan");
        Files.writeString(plan, Files.readString(plan).replace("range\t0\t1", "range\t0\t2"));
        assertThatThrownBy(() -> Archives.open(root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
    }

    /** Records without lines are not read again, and no offset is missing. */
    @Test
    void rangesWithoutLinesAreComplete() throws IOException {
        for (int end = 5; end <= 10; end += 5) {
            try (PartitionArchive archive = Archives.open(root)) {
                archive.begin(archive.next().orElse(0));
                archive.endAt(end);
                assertThat(archive.complete()).isEqualTo(end);
                assertThat(archive.complete()).as("nothing was added").isEqualTo(end);
            }
        }
        try (PartitionArchive archive = Archives.open(root)) {
            assertThat(archive.next()).isEqualTo(OptionalLong.of(10));
            archive.begin(10);
            Archives.add(archive, 10, List.of("cpu v=1 1".getBytes(UTF_8)));
            archive.complete();
            Archives.add(archive, 11, List.of("cpu v=2 2".getBytes(UTF_8)));
            archive.complete();
        }
        assertThat(Archives.files(root))
                .extracting(file -> FileName.parse(file.getFileName().toString())
                        .orElseThrow()
                        .range())
                .containsExactly(new FileName.Range(0, 11), new FileName.Range(11, 12));
        assertThat(problems()).isEmpty();
    }

    @Test
    void aGapIsRemembered() throws IOException {
        write(0, "cpu v=1 1");
        try (PartitionArchive archive = Archives.open(root)) {
            archive.skipTo(7);
        }
        try (PartitionArchive archive = Archives.open(root)) {
            assertThat(archive.next()).isEqualTo(OptionalLong.of(7));
        }
        write(7, "cpu v=2 2");
        assertThat(Archives.lines(root)).containsExactly("cpu v=1.0 1", "cpu v=2.0 2");
        assertThat(problems()).singleElement().asString().contains("offsets 1-6 are missing");
    }

    private List<String> problems() throws IOException {
        List<String> problems = new ArrayList<>();
        new ArchiveCheck(ArchiveDirectory.of(root), problems::add).run();
        return problems;
    }

    @Test
    void aFailedRangeStaysInMemory() throws IOException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            Archives.add(archive, 0, List.of("cpu v=1 1".getBytes(UTF_8), "mem v=2 2".getBytes(UTF_8)));
            // A file where a directory must be.
            Files.writeString(root.resolve("measurement=mem"), "");
            assertThatThrownBy(archive::complete).isInstanceOf(IOException.class);
            assertThat(Archives.files(root)).isEmpty();
            Files.delete(root.resolve("measurement=mem"));
            assertThat(archive.complete()).isEqualTo(1);
        }
        assertThat(Archives.lines(root)).containsExactly("cpu v=1.0 1", "mem v=2.0 2");
    }

    @Test
    void aDamagedFileIsNotIntact() throws IOException {
        write(0, "cpu,host=a v=1,t=\"some text\" 1");
        Path path = Archives.files(root).get(0);
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes).hasSizeGreaterThan(100);
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] ^= 4;
            Files.write(path, bytes);
            assertThat(isIntact(path)).as("byte %d", at).isFalse();
            bytes[at] ^= 4;
        }
        Files.write(path, bytes);
        assertThat(isIntact(path)).isTrue();
    }

    @Test
    void aFileOfALaterVersionIsRefused() {
        assertThatThrownBy(() -> Layout.check(Map.of(FileKeys.LAYOUT, "3")))
                .hasMessage("has layout 3, which this version of Weir cannot read: use a newer one");
        assertThatThrownBy(() -> Layout.check(Map.of())).hasMessageContaining("was not written by Weir");
    }

    private static boolean isIntact(Path path) {
        try (ParquetFile file = new ParquetFile(path)) {
            return file.isIntact();
        } catch (IOException e) {
            return false;
        }
    }

    private void write(long offset, String... lines) throws IOException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(offset);
            List<byte[]> record = new ArrayList<>();
            for (String line : lines) {
                record.add(line.getBytes(UTF_8));
            }
            Archives.add(archive, offset, record);
            archive.complete();
        }
    }
}
