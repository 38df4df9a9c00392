package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a compaction merges, and which lines remain. */
class CompactionTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long T = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final int PARTITIONS = 2;

    @TempDir
    private Path root = Path.of("");

    @Test
    void mergedFilesHaveEachDifferentLineOnce() throws IOException {
        List<String> expected = writeRandom();
        int before = Archives.files(root).size();
        Compaction.Outcome outcome = Archives.compact(root, Selection.ALL);
        List<Path> after = Archives.files(root);

        assertThat(Archives.visible(root)).as("seed %d", SEED).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(outcome.repeats()).isPositive();
        assertThat(after).hasSizeLessThan(before);
        assertThat(before - after.size()).isEqualTo((int) (outcome.files() - outcome.merged()));
        assertThat(Archives.problems(root)).isEmpty();
        assertThat(Archives.compact(root, Selection.ALL)).isEqualTo(new Compaction.Outcome(0, 0, 0, 0, 0));
        assertThat(Archives.files(root)).isEqualTo(after);
    }

    @Test
    void laterFilesJoinAMergedFile() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + 1));
        Archives.compact(root, Selection.ALL);
        Archives.write(root, 2, "cpu v=3 " + (T + 2), "mem v=1 " + T);
        Archives.compact(root, Selection.ALL);
        assertThat(Archives.files(root))
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "Topic-Id_of22characters-3-000000000000000000-000000000000000003-merged.parquet",
                        "Topic-Id_of22characters-3-000000000000000003-000000000000000004.parquet");
        assertThat(Archives.visible(root))
                .containsExactly("cpu v=1.0 " + T, "cpu v=2.0 " + (T + 1), "cpu v=3.0 " + (T + 2), "mem v=1.0 " + T);
        assertThat(Archives.problems(root)).isEmpty();
    }

    @Test
    void onlyEqualLinesAreRepeats() throws IOException {
        String[] different = {
            "cpu,host=a t=\"x\",v=1.0 ",
            "cpu,host=a t=\"y\",v=1.0 ",
            "cpu,host=a v=1.0 ",
            "cpu,host=a v=1i ",
            "cpu,host=a v=2.0 ",
            "cpu,host=b v=1.0 ",
            "cpu v=1.0 "
        };
        List<String> lines = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (String line : different) {
                lines.add(line + T);
            }
        }
        Archives.write(root, 0, lines.toArray(String[]::new));
        assertThat(Archives.compact(root, Selection.ALL).repeats()).isEqualTo(different.length);
        assertThat(Archives.visible(root)).containsExactlyInAnyOrderElementsOf(lines.subList(0, different.length));
    }

    /** A store that overwrites a row by a later one must end with the last one. */
    @Test
    void theLastOfEqualLinesRemains() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + T, "cpu v=1 " + T, "cpu v=3 " + (T + 1));
        assertThat(Archives.compact(root, Selection.ALL).repeats()).isEqualTo(1);
        assertThat(Archives.linesOf(Archives.files(root).get(0)))
                .isEqualTo("cpu v=2.0 " + T + "\ncpu v=1.0 " + T + "\ncpu v=3.0 " + (T + 1) + "\n");
    }

    /** Of a stuck clock; comparing each line with each would take minutes. */
    @Test
    void manyLinesOfOneTimeAreComparedByTheirHash() throws IOException {
        int different = 30_000;
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int range = 0; range < 2; range++) {
                List<byte[]> lines = new ArrayList<>();
                for (int i = 0; i < different; i++) {
                    lines.add(("cpu v=" + i + " " + T).getBytes(UTF_8));
                }
                Archives.add(archive, range, lines);
                archive.complete();
            }
        }
        Compaction.Outcome outcome =
                assertTimeoutPreemptively(Duration.ofMinutes(1), () -> Archives.compact(root, Selection.ALL));
        assertThat(outcome.repeats()).isEqualTo(different);
        assertThat(Archives.visible(root)).hasSize(different).doesNotHaveDuplicates();
    }

    @Test
    void aFileOfAnotherHourIsRefusedAndReported() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + HOUR));
        List<String> lines = Archives.visible(root);
        List<Path> files = Archives.files(root);
        Path wrong = files.get(0).resolveSibling(files.get(1).getFileName().toString());
        Files.move(files.get(1), wrong);
        assertRefused(wrong);
        assertThat(Archives.visible(root)).isEqualTo(lines);
    }

    /** In a file system that ignores case, the measurements CPU and cpu share a directory. */
    @Test
    void aFileOfAnotherMeasurementIsRefusedAndReported() throws IOException {
        Archives.write(root, 0, "CPU v=1 " + T, "cpu v=2 " + T);
        List<String> lines = Archives.visible(root);
        List<Path> files = Archives.files(root);
        Path wrong = files.get(0).resolveSibling(files.get(1).getFileName().toString());
        Files.move(files.get(1), wrong);
        assertRefused(wrong);
        assertThat(Archives.visible(root)).isEqualTo(lines);
    }

    private void assertRefused(Path wrong) throws IOException {
        assertThatThrownBy(() -> Archives.compact(root, Selection.ALL))
                .isInstanceOf(IOException.class)
                .hasMessage(wrong + " has lines of another measurement or hour: run weir archive verify");
        assertThat(Archives.problems(root))
                .containsExactly(wrong + " has another place or name than its writer gave it");
    }

    @Test
    void onlyWholeHoursOfTheSelectionAreMerged() throws IOException {
        long hour = T - T % HOUR;
        for (int i = 0; i < 3; i++) {
            Archives.write(root, 2L * i, "cpu v=1 " + (hour + i * HOUR), "cpu v=2 " + (hour + i * HOUR + 1));
        }
        Selection middle = new Selection(
                List.of(), Instant.ofEpochSecond(0, hour + 1), Instant.ofEpochSecond(0, hour + 3 * HOUR - 1));
        assertThat(Archives.compact(root, middle).merged()).isEqualTo(1);
        assertThat(Archives.files(root)).hasSize(5);
        Selection exact =
                new Selection(List.of(), Instant.ofEpochSecond(0, hour), Instant.ofEpochSecond(0, hour + 3 * HOUR));
        assertThat(Archives.compact(root, exact).merged()).isEqualTo(2);
    }

    @Test
    void aMissingMergedFileIsReported() throws IOException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int range = 0; range < 3; range++) {
                Archives.add(archive, range, List.of(("cpu v=1 " + T).getBytes(UTF_8)));
                Archives.add(archive, range, List.of(("m" + range + " v=1 " + T).getBytes(UTF_8)));
                archive.complete();
            }
        }
        Archives.compact(root, Selection.ALL);
        Files.delete(Archives.files(root).get(0));
        assertThat(Archives.problems(root))
                .hasSize(3)
                .allMatch(problem -> problem.matches(".*: 1 of 2 files of offsets [0-2] are missing"));
    }

    @Test
    void deletedMergedFilesAreNotMissed() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + HOUR));
        Archives.compact(root, Selection.ALL);
        Deletions.deleteBefore(
                ArchiveDirectory.of(root), Instant.ofEpochSecond(0, T).plusSeconds(3_600), false, file -> {});
        assertThat(Archives.visible(root)).containsExactly("cpu v=3.0 " + (T + HOUR));
        assertThat(Archives.problems(root)).isEmpty();
    }

    @Test
    void aDamagedFileStaysAsItIs() throws IOException {
        Archives.write(
                root,
                0,
                "cpu v=1 " + T,
                "cpu v=2 " + (T + 1),
                "cpu v=3 " + (T + 2),
                "cpu v=4 " + (T + 3),
                "cpu v=5 " + T);
        Path damaged = Archives.files(root).get(2);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[10] ^= 1;
        Files.write(damaged, bytes);
        assertThat(Archives.compact(root, Selection.ALL).merged()).isEqualTo(2);
        assertThat(Archives.files(root)).hasSize(3).contains(damaged);
        assertThat(Archives.problems(root)).singleElement().asString().contains("its checksum is wrong");
    }

    /** Writes random lines, some again, to two partitions; returns what must remain. */
    private List<String> writeRandom() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Random random = new Random(SEED);
            RandomLines lines = new RandomLines(SEED);
            List<byte[]> sent = new ArrayList<>();
            int complete = 0;
            LinkedHashSet<String> different = new LinkedHashSet<>();
            try (PartitionArchive archive = Archives.open(root, partition)) {
                archive.begin(0);
                for (int i = 0; i < 120; i++) {
                    boolean isRepeat = complete > 0 && random.nextInt(4) == 0;
                    // A file that is merged with none keeps its repeats.
                    sent.add(isRepeat ? sent.get(random.nextInt(complete)) : lines.next());
                    different.add(new String(sent.get(i), UTF_8));
                    Archives.add(archive, i, List.of(sent.get(i)));
                    if (random.nextInt(20) == 0) {
                        archive.complete();
                        complete = sent.size();
                    }
                }
                archive.complete();
            }
            expected.addAll(different);
        }
        expected.sort(null);
        return expected;
    }
}
