package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.archive.FileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compactions that end early, or run beside others. {@code CompactionKillTest} kills a process. */
class CompactionCrashTest {
    private static final long T = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    @TempDir
    private Path root = Path.of("");

    /** A crash leaves the old files before the plan is there, and the new one after it. */
    @Test
    void anyMomentOfACrashLeavesEachLineOnce() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + 2));
        List<String> lines = Archives.visible(root);
        List<Path> old = Archives.files(root);
        Path saved = Files.createDirectory(root.resolve("saved"));
        for (Path file : old) {
            Files.copy(file, saved.resolve(file.getFileName().toString() + ".saved"));
        }
        Archives.compact(root, Selection.ALL);
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
                    Archives.compact(root, Selection.ALL);
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
        Archives.write(
                root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + 1), "cpu v=3 " + (T + 2), "cpu v=4 " + (T + 9 * HOUR));
        List<Path> old = Archives.files(root).subList(0, 3);
        Path saved = Files.createDirectory(root.resolve("saved"));
        for (Path file : old) {
            Files.copy(file, saved.resolve(file.getFileName() + ".saved"));
        }
        Archives.compact(root, Selection.ALL);
        Path merged = Archives.files(root).get(0);
        if (!isNamed) {
            Files.move(merged, root.resolve(temporaryOfPlan()));
        }
        for (Path file : old.subList(isNamed ? 1 : 0, old.size())) {
            Files.copy(saved.resolve(file.getFileName() + ".saved"), file);
        }

        Deletions.deleteBefore(ArchiveDirectory.of(root), Instant.ofEpochSecond(0, T + 2 * HOUR), false, file -> {});
        assertThat(Archives.visible(root)).containsExactly("cpu v=4.0 " + (T + 9 * HOUR));
        Archives.compact(root, Selection.ALL);
        assertThat(Archives.visible(root)).containsExactly("cpu v=4.0 " + (T + 9 * HOUR));
        assertThat(Archives.problems(root)).isEmpty();
    }

    /** Without the merged file, the plan of a compaction removes nothing. */
    @Test
    void aLostMergedFileCostsNoLine() throws IOException {
        Archives.write(root, 0, "cpu v=1 " + T, "cpu v=2 " + (T + 1));
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
        Archives.write(root, 0, "a v=1 " + T, "b v=1 " + T, "a v=2 " + T, "b v=2 " + T);
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
        Archives.write(root, 0, "cpu v=1 " + T);
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
                    Archives.compact(root, Selection.ALL);
                }
                Archives.compact(root, Selection.ALL);
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
}
