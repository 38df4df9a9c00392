package io.weir.gateway.spool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final int SMALLEST_SEGMENT = 64 << 10;

    private static final SpoolSettings ANYWHERE = new SpoolSettings(Path.of("none"), 8 << 20, 0);
    private static final int LANES = 3;

    private final Path directory;

    SpoolTest(@TempDir Path directory) {
        this.directory = directory.resolve("spool");
    }

    @Test
    void refusesADirectoryThatAnotherGatewayHas() {
        try (Spool spool = open(1 << 20)) {
            assertThat(spool.hasUnread()).isFalse();
            assertThatThrownBy(() -> open(1 << 20))
                    .isInstanceOf(StartException.class)
                    .hasMessage("spool.directory " + directory
                            + " is in use by another gateway; stop that one, or give this one its own directory");
        }
        open(1 << 20).close();
    }

    @Test
    void knowsTheGatewaysOfItsEpochsWhileItKeepsTheirs() throws IOException {
        try (Spool first = open(1 << 20)) {
            first.claim(-5, "one");
            append(first, "kept");
        }
        try (Spool second = open(1 << 20)) {
            Owners owners = second.claim(6, "two");
            assertThat(owners.of(-5)).isEqualTo("one");
            assertThat(owners.of(6)).isEqualTo("two");
            assertThat(Owners.in(directory).last()).contains("two");
            Frame frame = requireNonNull(second.peek());
            second.take(frame);
            second.acknowledge(0, frame.end());
        }
        try (Spool third = open(1 << 20)) {
            assertThat(third.claim(7, "three").of(-5)).isNull();
        }
    }

    @Test
    void refusesADirectoryThatIsAFile() throws IOException {
        Files.writeString(directory, "something else");
        assertThatThrownBy(() -> open(1 << 20))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("spool.directory " + directory + " cannot be created")
                .hasMessageContaining("spool.bytes: 0");
    }

    @Test
    void takesNoMoreThanItsLimit() throws IOException {
        try (Spool spool = open(1 << 20)) {
            byte[] frame = new byte[10_000];
            int appended = 0;
            while (spool.hasRoom(frame.length)) {
                spool.append(0, frame);
                appended++;
            }
            assertThat(appended).isEqualTo((1 << 20) / 10_024);
            assertThat(sizeOfFiles()).isLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void leavesAShareOfTheDiskFree() {
        long[] usable = {50};
        DiskRoom room = new DiskRoom(1_000, 10, new MemoryDisk() {
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
                ends.add(spool.append(0, new byte[1000]));
            }
            long all = sizeOfFiles();
            spool.acknowledge(0, ends.get(150));
            assertThat(sizeOfFiles()).isBetween(all / 2 - SMALLEST_SEGMENT, all / 2 + SMALLEST_SEGMENT);
            assertThat(spool.waitingBytes()).isEqualTo(ends.get(299) - ends.get(150));
            spool.acknowledge(0, ends.get(299));
            assertThat(sizeOfFiles()).isZero();
        }
    }

    @Test
    void aFlippedBitCostsOneFrame() throws IOException {
        MemoryDisk disk = filled(2_000);
        byte[] bytes = disk.bytes(disk.segments().get(0));
        bytes[bytes.length / 10] ^= 1;
        try (Spool spool = Spool.on(disk.afterKill(), ANYWHERE, LANES)) {
            assertThat(readAll(spool)).hasSize(1_999);
            assertThat(spool.damage().ranges.sum()).isEqualTo(1);
            assertThat(spool.damage().frames.sum()).isEqualTo(1);
            assertThat(spool.damage().bytes.sum()).isBetween(100L, 140L);
        }
    }

    @Test
    void countsTheFramesOfALargerPlace() throws IOException {
        MemoryDisk disk = filled(2_000);
        byte[] bytes = disk.bytes(disk.segments().get(0));
        Arrays.fill(bytes, 1_000, 3_000, (byte) 0);
        try (Spool spool = Spool.on(disk.afterKill(), ANYWHERE, LANES)) {
            int lost = 2_000 - readAll(spool).size();
            assertThat(lost).isBetween(15, 20);
            assertThat(spool.damage().ranges.sum()).isBetween(1L, 2L);
            assertThat(spool.damage().frames.sum()).isEqualTo(lost);
        }
    }

    @Test
    void aDamagedPlaceThatContainsAFrameIsNoFrame() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        byte[] stolen;
        try (Spool spool = Spool.on(disk, ANYWHERE, LANES)) {
            append(spool, "one");
            stolen = disk.bytes(disk.segments().get(0)).clone();
            spool.append(0, stolen);
            append(spool, "three");
        }
        byte[] bytes = disk.bytes(disk.segments().get(0));
        bytes[stolen.length + 8] ^= 1; // In the header of the second frame.
        try (Spool spool = Spool.on(disk.afterKill(), ANYWHERE, LANES)) {
            assertThat(readAll(spool)).containsExactly("one", "three");
        }
    }

    @Test
    void asksAgainAfterAReadError() throws IOException {
        MemoryDisk disk = filled(10).afterKill();
        try (Spool spool = Spool.on(disk, ANYWHERE, LANES)) {
            disk.failingReads = 2;
            assertThatThrownBy(spool::peek).isInstanceOf(IOException.class);
            assertThatThrownBy(spool::peek).isInstanceOf(IOException.class);
            assertThat(readAll(spool)).hasSize(10);
            assertThat(spool.damage().ranges.sum()).isZero();
        }
    }

    @Test
    void reportsWhichFramesSurviveAPowerLoss() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, ANYWHERE, LANES);
        List<Boolean> told = new ArrayList<>();
        append(spool, "one");
        spool.whenForced(told::add);
        assertThat(told).isEmpty();
        spool.force();
        append(spool, "two");
        assertThat(told).containsExactly(true);
        for (int seed = 0; seed < 20; seed++) {
            MemoryDisk after = disk.afterFailure(new Random(seed));
            assertThat(readAll(Spool.on(after, ANYWHERE, LANES))).startsWith("one");
        }
    }

    @Test
    void neverReportsUnforcedDataAsSafe() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, ANYWHERE, LANES);
        List<Boolean> told = new ArrayList<>();
        append(spool, "one");
        disk.isForceFailing = true;
        spool.force();
        disk.isForceFailing = false;
        spool.whenForced(told::add);
        assertThat(told).containsExactly(false);
        assertThatThrownBy(spool::checkForced).hasMessage("the disk does not write");
        append(spool, "two");
        assertThat(disk.segments()).as("a file of its own").hasSize(2);
        spool.whenForced(told::add);
        spool.force();
        assertThat(told).containsExactly(false, true);
    }

    @Test
    void aFileThatIsNotForcedHidesNoOther() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, new SpoolSettings(directory, 1 << 20, 0), LANES);
        List<Boolean> told = new ArrayList<>();
        spool.append(0, new byte[SMALLEST_SEGMENT]);
        append(spool, "two");
        disk.unforcible = disk.segments().get(0);
        spool.force();
        append(spool, "three");
        spool.whenForced(told::add);
        spool.force();
        assertThat(disk.segments()).hasSize(2);
        assertThat(told).containsExactly(true);
        for (int seed = 0; seed < 20; seed++) {
            MemoryDisk after = disk.afterFailure(new Random(seed));
            assertThat(readAll(Spool.on(after, ANYWHERE, LANES))).endsWith("two", "three");
        }
    }

    /** It may share a page with unforced data. */
    @Test
    void whatIsWrittenDuringAFailureIsNotSafe() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, ANYWHERE, LANES);
        List<Boolean> told = new ArrayList<>();
        append(spool, "one");
        disk.isForceFailing = true;
        disk.whileForcing = () -> {
            assertThatCode(() -> append(spool, "two")).doesNotThrowAnyException();
            spool.whenForced(told::add);
        };
        spool.force();
        disk.isForceFailing = false;
        disk.whileForcing = () -> {};
        spool.force();
        assertThat(told).containsExactly(false);
    }

    @Test
    void forcesInAThreadOfItsOwnForAllWhoWait() throws Exception {
        try (Spool spool = open(1 << 20)) {
            CountDownLatch told = new CountDownLatch(100);
            for (int i = 0; i < 100; i++) {
                append(spool, "frame " + i);
                spool.whenForced(isForced -> told.countDown());
            }
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aLaneThatIsLeftHoldsUpNoOther() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, ANYWHERE, LANES);
        for (int i = 0; i < 6; i++) {
            spool.append(i % 2, bytes("frame " + i));
        }
        Frame first = requireNonNull(spool.peek());
        spool.leave(first);
        assertThat(readAll(spool)).containsExactly("frame 1", "frame 3", "frame 5");
        spool.append(0, bytes("frame 6"));
        assertThat(spool.hasUnread(1)).isFalse();
        assertThat(spool.hasUnread(0)).isTrue();
        spool.acknowledgeTaken(1);
        spool.save();

        Spool restarted = Spool.on(disk.afterKill(), ANYWHERE, LANES);
        assertThat(readAll(restarted)).containsExactly("frame 0", "frame 2", "frame 4", "frame 6");

        List<String> read = new ArrayList<>();
        for (Frame frame = spool.peek(0); frame != null; frame = spool.peek(0)) {
            read.add(new String(frame.bytes(), UTF_8));
            spool.take(frame);
        }
        assertThat(read).containsExactly("frame 0", "frame 2", "frame 4", "frame 6");
        assertThat(spool.isLeft(0)).isFalse();
        assertThat(spool.hasUnread()).isFalse();
    }

    @Test
    void isReadFromTheStartWithoutAcknowledgedPosition() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (Spool spool = Spool.on(disk, ANYWHERE, LANES)) {
            append(spool, "one");
            append(spool, "two");
            Frame one = requireNonNull(spool.peek());
            spool.take(one);
            spool.acknowledge(0, one.end());
        }
        try (Spool spool = Spool.on(disk.afterKill(), ANYWHERE, LANES)) {
            assertThat(readAll(spool)).containsExactly("two");
        }
        disk.replace("acknowledged", new byte[28]);
        try (Spool spool = Spool.on(disk.afterKill(), ANYWHERE, LANES)) {
            assertThat(readAll(spool)).containsExactly("one", "two");
        }
    }

    private static MemoryDisk filled(int frames) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (Spool spool = Spool.on(disk, ANYWHERE, LANES)) {
            for (int i = 0; i < frames; i++) {
                append(spool, "frame " + i + " ".repeat(100));
            }
        }
        return disk;
    }

    private static List<String> readAll(Spool spool) throws IOException {
        List<String> read = new ArrayList<>();
        for (Frame frame = spool.peek(); frame != null; frame = spool.peek()) {
            read.add(new String(frame.bytes(), UTF_8).trim());
            spool.take(frame);
        }
        return read;
    }

    private Spool open(long bytes) {
        return Spool.open(new SpoolSettings(directory, bytes, 0), LANES);
    }

    private static void append(Spool spool, String text) throws IOException {
        spool.append(0, bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            SegmentName.base(String.valueOf(file.getFileName())).isPresent())
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
