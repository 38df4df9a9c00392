package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.archive.FileName;
import io.weir.standalone.WeirProcess;
import io.weir.writer.store.archive.ArchiveCheck;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.PartitionArchive;
import io.weir.writer.store.archive.Selection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compaction is killed at random moments. */
@Tag("long")
class CompactionKillTest {
    private static final int KILLS = Integer.getInteger("weir.test.compaction.kills", 4);
    private static final int MEASUREMENTS = 200;
    private static final int RANGES = 4;
    private static final long T = 1_700_000_000_000_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void eachLineRemainsOnce() throws Exception {
        System.out.println("CompactionKillTest: repeat with -Dweir.test.seed=" + seed);
        Path archive = written("archive");
        List<String> lines = lines(archive);
        assertThat(lines).hasSize(MEASUREMENTS * RANGES);
        int killed = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            if (merged(archive) == MEASUREMENTS) {
                // The last kill came too late: this test was slower than the compaction.
                archive = written("archive-" + kill);
            }
            Path at = archive;
            long before = merged(archive);
            try (WeirProcess compaction = compact(archive)) {
                eventually(
                        "a file is merged, or all are",
                        PATIENCE,
                        () -> merged(at) > before || merged(at) == MEASUREMENTS);
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(30_000)));
                compaction.kill();
            }
            killed += merged(archive) < MEASUREMENTS ? 1 : 0;
            assertThat(lines(archive)).as("seed %d", seed).isEqualTo(lines);
            assertThat(problems(archive)).as("seed %d", seed).isEmpty();
        }
        assertThat(killed).as("kills in the middle").isPositive();
        try (WeirProcess compaction = compact(archive)) {
            compaction.awaitExit();
        }
        assertThat(lines(archive)).as("seed %d", seed).isEqualTo(lines);
        assertThat(problems(archive)).as("seed %d", seed).isEmpty();
        assertThat(files(archive)).isEqualTo(MEASUREMENTS).isEqualTo(merged(archive));
        System.out.println("CompactionKillTest: " + killed + " kills in the middle");
    }

    private WeirProcess compact(Path archive) throws IOException {
        return WeirProcess.start(directory, Map.of(), "archive", "compact", archive.toString());
    }

    /** A new archive. */
    private Path written(String name) throws IOException {
        Path archive = directory.resolve(name);
        try (PartitionArchive partition =
                PartitionArchive.open(archive, "metrics.storage", new FileName.Source("T-opic_1", 0))) {
            partition.begin(0);
            for (int range = 0; range < RANGES; range++) {
                for (int m = 0; m < MEASUREMENTS; m++) {
                    byte[] line =
                            ("m" + m + ",host=h" + m % 7 + " n=" + range + "i " + (T + range) + "\n").getBytes(UTF_8);
                    partition.add(line, 0, line.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    });
                }
                partition.endAt(range + 1);
                partition.complete();
            }
        }
        return archive;
    }

    private static List<String> lines(Path archive) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ArchiveDirectory.of(archive).export(Selection.ALL, out);
        return out.toString(UTF_8).lines().sorted().toList();
    }

    private static List<String> problems(Path archive) throws IOException {
        List<String> problems = new ArrayList<>();
        new ArchiveCheck(ArchiveDirectory.of(archive), problems::add).run();
        return problems;
    }

    private static long merged(Path archive) {
        return count(archive, "-merged" + FileName.SUFFIX);
    }

    private static long files(Path archive) {
        return count(archive, FileName.SUFFIX);
    }

    private static long count(Path archive, String end) {
        try (Stream<Path> files = Files.find(
                archive, 9, (path, attributes) -> path.getFileName().toString().endsWith(end))) {
            return files.count();
        } catch (IOException | UncheckedIOException e) {
            // A file was removed meanwhile.
            return 0;
        }
    }
}
