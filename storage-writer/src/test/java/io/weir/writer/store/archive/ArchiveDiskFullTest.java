package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive on a small memory disk, which only root can mount. */
class ArchiveDiskFullTest {
    private static final int LINES = 20_000;

    @TempDir
    private Path disk = Path.of("");

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString()),
                "only root can mount a small disk");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", "-l", disk.toString());
    }

    @Test
    void linesWaitUntilThereIsRoom() throws IOException {
        Path root = disk.resolve("archive");
        Path filler = disk.resolve("filler");
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            Archives.add(archive, 0, lines(0));
            archive.complete();
            fill(filler, 64 << 10);
            Archives.add(archive, 1, lines(1));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(archive::complete)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(Archives.files(root)).hasSize(1);
            }
            Files.delete(filler);
            assertThat(archive.complete()).isEqualTo(2);
        }
        assertThat(Archives.lines(root)).hasSize(2 * LINES).doesNotHaveDuplicates();
    }

    /** At the worst moments: the disk is full after more and more bytes, also while the plan is written. */
    @Test
    void noMomentIsWrong() throws IOException {
        Path root = disk.resolve("archive");
        int failures = 0;
        for (int free = 0; free < 24; free++) {
            Path filler = disk.resolve("filler");
            try (PartitionArchive archive = Archives.open(root)) {
                long begin = archive.next().orElse(0);
                assertThat(begin).isEqualTo(free);
                archive.begin(begin);
                fill(filler, free * 4096L);
                Archives.add(
                        archive,
                        begin,
                        List.of(
                                ("a v=" + free + " 1").getBytes(UTF_8),
                                ("b v=" + free + " 1").getBytes(UTF_8),
                                ("c v=" + free + " 1").getBytes(UTF_8)));
                try {
                    archive.complete();
                } catch (IOException e) {
                    failures++;
                    Files.delete(filler);
                    archive.complete();
                }
            }
            Files.deleteIfExists(filler);
        }
        assertThat(failures).isPositive();
        assertThat(Archives.lines(root)).hasSize(72).doesNotHaveDuplicates();
    }

    /** Values that do not compress well. */
    private static List<byte[]> lines(int part) {
        SplittableRandom random = new SplittableRandom(part);
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add(("full,h=" + i % 10 + " v=" + random.nextDouble() + " "
                            + (1_700_000_000_000_000_000L + part * (long) LINES + i))
                    .getBytes(UTF_8));
        }
        return lines;
    }

    /** Fills the disk, except some bytes. */
    private static void fill(Path filler, long free) throws IOException {
        byte[] block = new byte[4096];
        Path last = filler.resolveSibling("free");
        Files.write(last, new byte[(int) free]);
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
        Files.delete(last);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            // No such program.
            return false;
        }
    }
}
