package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive on a small memory disk, which only root can mount. */
class ArchiveDiskFullTest {
    private static final int LINES = 20_000;

    private SmallDisk disk;

    @BeforeEach
    void mount(@TempDir Path directory) throws IOException {
        disk = SmallDisk.mountOrSkip(directory, 4);
    }

    @AfterEach
    void unmount() throws IOException {
        disk.close();
    }

    @Test
    void linesWaitUntilThereIsRoom() throws IOException {
        Path root = disk.directory().resolve("archive");
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            Archives.add(archive, 0, lines(0));
            archive.complete();
            disk.fill(64 << 10);
            Archives.add(archive, 1, lines(1));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(archive::complete)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(Archives.files(root)).hasSize(1);
            }
            disk.makeRoom();
            assertThat(archive.complete()).isEqualTo(2);
        }
        assertThat(Archives.lines(root)).hasSize(2 * LINES).doesNotHaveDuplicates();
    }

    /** At the worst moments: the disk is full after more and more bytes, also while the plan is written. */
    @Test
    void noMomentIsWrong() throws IOException {
        Path root = disk.directory().resolve("archive");
        int failures = 0;
        for (int free = 0; free < 24; free++) {
            try (PartitionArchive archive = Archives.open(root)) {
                long begin = archive.next().orElse(0);
                assertThat(begin).isEqualTo(free);
                archive.begin(begin);
                disk.fill(free * 4096);
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
                    disk.makeRoom();
                    archive.complete();
                }
            }
            disk.makeRoom();
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
}
