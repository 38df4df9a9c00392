package io.weir.gateway.spool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final int SMALLEST_SEGMENT = 64 << 10;

    private final Path directory;

    SpoolTest(@TempDir Path directory) {
        this.directory = directory.resolve("spool");
    }

    @Test
    void refusesADirectoryThatAnotherGatewayHas() {
        try (Spool spool = open(1 << 20)) {
            assertThat(spool.isRead()).isTrue();
            assertThatThrownBy(() -> open(1 << 20))
                    .isInstanceOf(StartException.class)
                    .hasMessage("spool.directory " + directory
                            + " is in use by another gateway: stop that one, or give this one a directory of its own");
        }
        open(1 << 20).close();
    }

    @Test
    void refusesADirectoryThatIsAFile() throws IOException {
        Files.writeString(directory, "something else");
        assertThatThrownBy(() -> open(1 << 20))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("spool.directory " + directory + " cannot be made")
                .hasMessageContaining("spool.bytes: 0");
    }

    @Test
    void takesNoMoreThanItsLimit() throws IOException {
        try (Spool spool = open(1 << 20)) {
            byte[] frame = new byte[10_000];
            int appended = 0;
            while (spool.hasRoom(frame.length)) {
                spool.append(frame);
                appended++;
            }
            assertThat(appended).isEqualTo((1 << 20) / 10_008);
            assertThat(sizeOfFiles()).isLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void leavesAShareOfTheDiskFree() {
        long[] usable = {50};
        DiskRoom room = new DiskRoom(1_000, 10, new DiskRoom.Disk() {
            @Override
            public long usableBytes() {
                return usable[0];
            }

            @Override
            public long totalBytes() {
                return 400;
            }
        });
        assertThat(room.capacity(0)).isEqualTo(10);
        assertThat(room.capacity(10)).isEqualTo(20);
        usable[0] = 30;
        assertThat(room.capacity(20)).isEqualTo(20);
        usable[0] = 5_000;
        assertThat(room.capacity(20)).isEqualTo(1_000);
    }

    @Test
    void deletesFilesOnceAllOfThemIsAcknowledged() throws IOException {
        try (Spool spool = open(1 << 20)) {
            List<Long> ends = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                ends.add(spool.append(new byte[1000]));
            }
            long all = sizeOfFiles();
            spool.acknowledge(ends.get(150));
            assertThat(sizeOfFiles()).isBetween(all / 2 - SMALLEST_SEGMENT, all / 2 + SMALLEST_SEGMENT);
            assertThat(spool.waitingBytes()).isEqualTo(ends.get(299) - ends.get(150));
            spool.acknowledge(ends.get(299));
            assertThat(sizeOfFiles()).isZero();
        }
    }

    @Test
    void countsAndNamesWhatIsCut() throws IOException {
        try (Spool spool = open(1 << 20)) {
            for (int i = 0; i < 100; i++) {
                append(spool, "frame " + i + " ".repeat(1000));
            }
        }
        Path first = files().get(0);
        byte[] bytes = Files.readAllBytes(first);
        bytes[2000] ^= 1;
        Files.write(first, bytes);
        try (Spool spool = open(1 << 20)) {
            List<String> read = new ArrayList<>();
            for (byte[] frame = spool.peek(); frame != null; frame = spool.peek()) {
                read.add(new String(frame, UTF_8).trim());
                assertThat(spool.isRecovered(spool.take())).isTrue();
            }
            assertThat(read.get(0)).isEqualTo("frame 0");
            assertThat(read.get(1)).isEqualTo("frame 65");
            assertThat(read).endsWith("frame 99").hasSize(36);
            assertThat(spool.cut().times.sum()).isEqualTo(1);
            assertThat(spool.cut().bytes.sum()).isBetween(64_000L, 66_000L);
        }
    }

    @Test
    void isReadFromTheBeginningIfItIsForgottenWhatWasAcknowledged() throws IOException {
        try (Spool spool = open(1 << 20)) {
            append(spool, "one");
            append(spool, "two");
            spool.peek();
            spool.acknowledge(spool.take());
        }
        Files.write(directory.resolve("acknowledged"), new byte[12]);
        try (Spool spool = open(1 << 20)) {
            assertThat(spool.peek()).isEqualTo("one".getBytes(UTF_8));
        }
    }

    private Spool open(long bytes) {
        return Spool.open(new SpoolSettings(directory, bytes, 0));
    }

    private static void append(Spool spool, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        spool.append(bytes);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> SegmentName.base(file).isPresent())
                    .sorted()
                    .toList();
        }
    }

    private long sizeOfFiles() throws IOException {
        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
