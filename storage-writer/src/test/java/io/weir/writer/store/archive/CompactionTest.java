package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        Compaction.Outcome outcome = compact(Selection.ALL);
        List<Path> after = Archives.files(root);

        assertThat(Archives.visible(root)).as("seed %d", SEED).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(outcome.repeats()).isPositive();
        assertThat(after).hasSizeLessThan(before / 2);
        assertThat(before - after.size()).isEqualTo((int) (outcome.files() - outcome.merged()));
        assertThat(Archives.problems(root)).isEmpty();
        assertThat(compact(Selection.ALL)).isEqualTo(new Compaction.Outcome(0, 0, 0, 0, 0));
        assertThat(Archives.files(root)).isEqualTo(after);
    }

    @Test
    void laterFilesJoinAMergedFile() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1));
        compact(Selection.ALL);
        write(2, "cpu v=3 " + (T + 2), "mem v=1 " + T);
        compact(Selection.ALL);
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
        write(0, lines.toArray(String[]::new));
        assertThat(compact(Selection.ALL).repeats()).isEqualTo(different.length);
        assertThat(Archives.visible(root)).containsExactlyInAnyOrderElementsOf(lines.subList(0, different.length));
    }

    /** A store that overwrites a row by a later one must end with the last one. */
    @Test
    void theLastOfEqualLinesRemains() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + T, "cpu v=1 " + T, "cpu v=3 " + (T + 1));
        assertThat(compact(Selection.ALL).repeats()).isEqualTo(1);
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
        Compaction.Outcome outcome = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> compact(Selection.ALL));
        assertThat(outcome.repeats()).isEqualTo(different);
        assertThat(Archives.visible(root)).hasSize(different).doesNotHaveDuplicates();
    }

    @Test
    void aFileOfAnotherHourIsRefusedAndReported() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + HOUR));
        List<String> lines = Archives.visible(root);
        List<Path> files = Archives.files(root);
        Path wrong = files.get(0).resolveSibling(files.get(1).getFileName().toString());
        Files.move(files.get(1), wrong);
        assertRefused(wrong);
        assertThat(Archives.visible(root)).isEqualTo(lines);
    }

    /** Such as in a file system without capitals. */
    @Test
    void aFileOfAnotherMeasurementIsRefusedAndReported() throws IOException {
        write(0, "CPU v=1 " + T, "cpu v=2 " + T);
        List<String> lines = Archives.visible(root);
        List<Path> files = Archives.files(root);
        Path wrong = files.get(0).resolveSibling(files.get(1).getFileName().toString());
        Files.move(files.get(1), wrong);
        assertRefused(wrong);
        assertThat(Archives.visible(root)).isEqualTo(lines);
    }

    private void assertRefused(Path wrong) throws IOException {
        assertThatThrownBy(() -> compact(Selection.ALL))
                .isInstanceOf(IOException.class)
                .hasMessage(wrong + " has lines of another measurement or hour: run weir archive verify");
        assertThat(Archives.problems(root))
                .containsExactly(wrong + " has another place or name than its writer gave it");
    }

    @Test
    void onlyWholeHoursOfTheSelectionAreMerged() throws IOException {
        long hour = T - T % HOUR;
        for (int i = 0; i < 3; i++) {
            write(2L * i, "cpu v=1 " + (hour + i * HOUR), "cpu v=2 " + (hour + i * HOUR + 1));
        }
        Selection middle = new Selection(
                List.of(), Instant.ofEpochSecond(0, hour + 1), Instant.ofEpochSecond(0, hour + 3 * HOUR - 1));
        assertThat(compact(middle).merged()).isEqualTo(1);
        assertThat(Archives.files(root)).hasSize(5);
        Selection exact =
                new Selection(List.of(), Instant.ofEpochSecond(0, hour), Instant.ofEpochSecond(0, hour + 3 * HOUR));
        assertThat(compact(exact).merged()).isEqualTo(2);
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
        compact(Selection.ALL);
        Files.delete(Archives.files(root).get(0));
        assertThat(Archives.problems(root))
                .hasSize(3)
                .allMatch(problem -> problem.matches(".*: 1 of 2 files of offsets [0-2] are missing"));
    }

    @Test
    void deletedMergedFilesAreNotMissed() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + HOUR));
        compact(Selection.ALL);
        Deletions.deleteBefore(
                ArchiveDirectory.of(root), Instant.ofEpochSecond(0, T).plusSeconds(3_600), false, file -> {});
        assertThat(Archives.visible(root)).containsExactly("cpu v=3.0 " + (T + HOUR));
        assertThat(Archives.problems(root)).isEmpty();
    }

    @Test
    void aDamagedFileStaysAsItIs() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + 2), "cpu v=4 " + (T + 3), "cpu v=5 " + T);
        Path damaged = Archives.files(root).get(2);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[10] ^= 1;
        Files.write(damaged, bytes);
        assertThat(compact(Selection.ALL).merged()).isEqualTo(2);
        assertThat(Archives.files(root)).hasSize(3).contains(damaged);
        assertThat(Archives.problems(root)).singleElement().asString().contains("its checksum is wrong");
    }

    /** A crash leaves the old files before the plan is there, and the new one after it. */
    @Test
    void anyMomentOfACrashLeavesEachLineOnce() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + 2));
        List<String> lines = Archives.visible(root);
        List<Path> old = Archives.files(root);
        Path saved = Files.createDirectory(root.resolve("saved"));
        for (Path file : old) {
            Files.copy(file, saved.resolve(file.getFileName().toString() + ".saved"));
        }
        compact(Selection.ALL);
        Path merged = Archives.files(root).get(0);
        Path maintenance = root.resolve("_weir/maintenance");
        Path temporary = root.resolve(temporaryOfPlan());
        byte[] plan = Files.readAllBytes(maintenance.resolve("plan"));

        for (int removed = 0; removed <= old.size(); removed++) {
            for (boolean isNamed : new boolean[] {false, true}) {
                for (boolean isPlanned : new boolean[] {false, true}) {
                    if ((isNamed && !isPlanned) || (removed > 0 && !isNamed)) {
                        continue;
                    }
                    for (int i = 0; i < old.size(); i++) {
                        if (i < removed) {
                            Files.deleteIfExists(old.get(i));
                        } else {
                            Files.copy(
                                    saved.resolve(old.get(i).getFileName().toString() + ".saved"),
                                    old.get(i),
                                    StandardCopyOption.REPLACE_EXISTING);
                        }
                    }
                    if (!isNamed) {
                        Files.move(merged, temporary);
                    }
                    Files.write(maintenance.resolve("plan"), plan);
                    if (!isPlanned) {
                        Files.delete(maintenance.resolve("plan"));
                    }
                    String state = "removed " + removed + ", named " + isNamed + ", planned " + isPlanned;
                    assertThat(Archives.visible(root)).as(state).isEqualTo(lines);
                    assertThat(Archives.problems(root)).as(state).isEmpty();
                    compact(Selection.ALL);
                    assertThat(Archives.files(root)).as(state).containsExactly(merged);
                    assertThat(Archives.visible(root)).as(state).isEqualTo(lines);
                    assertThat(temporary).doesNotExist();
                }
            }
        }
    }

    /** Killed after the plan was written, before the merged file had its name or while old files were removed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void linesDeletedAfterACrashDoNotComeBack(boolean isNamed) throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + 2), "cpu v=4 " + (T + 9 * HOUR));
        List<Path> old = Archives.files(root).subList(0, 3);
        Path saved = Files.createDirectory(root.resolve("saved"));
        for (Path file : old) {
            Files.copy(file, saved.resolve(file.getFileName() + ".saved"));
        }
        compact(Selection.ALL);
        Path merged = Archives.files(root).get(0);
        if (!isNamed) {
            Files.move(merged, root.resolve(temporaryOfPlan()));
        }
        for (Path file : old.subList(isNamed ? 1 : 0, old.size())) {
            Files.copy(saved.resolve(file.getFileName() + ".saved"), file);
        }

        Deletions.deleteBefore(ArchiveDirectory.of(root), Instant.ofEpochSecond(0, T + 2 * HOUR), false, file -> {});
        assertThat(Archives.visible(root)).containsExactly("cpu v=4.0 " + (T + 9 * HOUR));
        compact(Selection.ALL);
        assertThat(Archives.visible(root)).containsExactly("cpu v=4.0 " + (T + 9 * HOUR));
        assertThat(Archives.problems(root)).isEmpty();
    }

    /** Without the merged file, the plan of a compaction removes nothing. */
    @Test
    void aLostMergedFileCostsNoLine() throws IOException {
        write(0, "cpu v=1 " + T, "cpu v=2 " + (T + 1));
        List<String> lines = Archives.visible(root);
        List<Path> removals =
                Archives.files(root).stream().map(root::relativize).toList();
        Path maintenance = Files.createDirectories(root.resolve("_weir/maintenance"));
        new Plan(
                        new FileName.Range(0, 2),
                        List.of(new Plan.Move(Path.of("_weir/maintenance/lost.tmp"), Path.of("nowhere.parquet"))),
                        removals)
                .write(maintenance.resolve("plan"));
        Compaction.open(ArchiveDirectory.of(root), file -> {}).close();
        assertThat(Archives.visible(root)).isEqualTo(lines);
    }

    /** A start repeats the last plan, which must not take the half-written file of the next one. */
    @Test
    void eachPlanHasATemporaryFileOfItsOwn() throws IOException {
        write(0, "a v=1 " + T, "b v=1 " + T, "a v=2 " + T, "b v=2 " + T);
        List<String> temporary = new ArrayList<>();
        try (Compaction compaction =
                Compaction.open(ArchiveDirectory.of(root), file -> temporary.add(temporaryOfPlan()))) {
            compaction.run(Selection.ALL);
        }
        assertThat(temporary).hasSize(2).doesNotHaveDuplicates();
    }

    private String temporaryOfPlan() throws IOException {
        return Files.readAllLines(root.resolve("_weir/maintenance/plan")).get(2).split("\t")[1];
    }

    @Test
    void anotherCompactionIsRefused() throws IOException {
        write(0, "cpu v=1 " + T);
        ArchiveDirectory archive = ArchiveDirectory.of(root);
        Compaction first = Compaction.open(archive, file -> {});
        assertThatThrownBy(() -> Compaction.open(archive, file -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another command compacts or deletes files");
        assertThatThrownBy(() -> Deletions.deleteBefore(archive, Instant.EPOCH, false, file -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another command compacts or deletes files");
        first.close();
        Compaction.open(archive, file -> {}).close();
    }

    /** A writer adds ranges, a compaction merges them, and readers find all that is complete, and no problem. */
    @Test
    void readersFindEachLineWhileWriterAndCompactionRun() throws IOException {
        int ranges = 12;
        int measurements = 6;
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try (PartitionArchive archive = Archives.open(root)) {
                archive.begin(0);
                for (int range = 0; range < ranges; range++) {
                    List<byte[]> lines = new ArrayList<>();
                    for (int m = 0; m < measurements; m++) {
                        lines.add(("m" + m + " n=" + range + "i " + (T + range)).getBytes(UTF_8));
                    }
                    Archives.add(archive, range, lines);
                    archive.complete();
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!Files.exists(root.resolve("measurement=m0")) && !writing.isDone()) {
            Thread.onSpinWait();
        }
        CompletableFuture<Void> compacting = CompletableFuture.runAsync(() -> {
            try {
                while (!writing.isDone()) {
                    compact(Selection.ALL);
                }
                compact(Selection.ALL);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        int checks = 0;
        while (!compacting.isDone()) {
            assertThat(Archives.problems(root)).isEmpty();
            assertThat(Archives.visible(root)).doesNotHaveDuplicates();
            checks++;
        }
        writing.join();
        compacting.join();
        assertThat(checks).isPositive();
        assertThat(Archives.visible(root)).hasSize(ranges * measurements).doesNotHaveDuplicates();
        assertThat(Archives.files(root)).hasSize(measurements);
        assertThat(Archives.problems(root)).isEmpty();
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

    /** Writes each line as a range of its own. */
    private void write(long first, String... lines) throws IOException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(first);
            for (int i = 0; i < lines.length; i++) {
                Archives.add(archive, first + i, List.of(lines[i].getBytes(UTF_8)));
                archive.complete();
            }
        }
    }

    private Compaction.Outcome compact(Selection selection) throws IOException {
        try (Compaction compaction = Compaction.open(ArchiveDirectory.of(root), file -> {})) {
            return compaction.run(selection);
        }
    }
}
