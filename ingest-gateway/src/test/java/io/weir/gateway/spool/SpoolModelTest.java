package io.weir.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random actions on a spool beside a plain list of what is in it: restarts, kills (the files as they were at that moment, the last one
 * perhaps torn) and flipped bits among them. Whatever happens, what is read is what was appended, in order, whole, and from no
 * later than what was acknowledged; without damage, all of it.
 */
class SpoolModelTest {
    private static final int RUNS = 40;
    private static final int ACTIONS = 400;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;

    /** All frames ever appended; a frame begins with its index. */
    private final List<byte[]> appended = new ArrayList<>();
    /** Index and end position of what was read and is not acknowledged. */
    private final List<long[]> inFlight = new ArrayList<>();

    private int nextToRead;
    private int acknowledged;
    private int savedAcknowledged;

    SpoolModelTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void readsWhatWasAppendedWhateverHappens() throws IOException {
        System.out.println("SpoolModelTest: repeat with -Dweir.test.seed=" + seed);
        for (int run = 0; run < RUNS; run++) {
            Path files = directory.resolve("run" + run);
            appended.clear();
            inFlight.clear();
            nextToRead = 0;
            acknowledged = 0;
            savedAcknowledged = 0;
            Spool spool = open(files);
            for (int action = 0; action < ACTIONS; action++) {
                spool = act(spool, files, run + "." + action);
                files = spoolDirectory;
            }
            drain(spool, "end of run " + run);
            spool.close();
        }
    }

    private Path spoolDirectory = Path.of("");

    private Spool open(Path files) {
        spoolDirectory = files;
        return Spool.open(new SpoolSettings(files, 1L << 20, 0));
    }

    private Spool act(Spool spool, Path files, String step) throws IOException {
        int dice = random.nextInt(100);
        if (dice < 45) {
            append(spool);
        } else if (dice < 75) {
            read(spool, step);
        } else if (dice < 90) {
            acknowledge(spool);
        } else if (dice < 93) {
            spool.save();
            savedAcknowledged = acknowledged;
        } else if (dice < 95) {
            drain(spool, step);
        } else if (dice < 97) {
            spool.close();
            savedAcknowledged = acknowledged;
            return reopened(open(files));
        } else if (dice < 99) {
            return kill(spool, files, step, random.nextBoolean());
        } else {
            return corrupt(spool, files, step);
        }
        return spool;
    }

    private void append(Spool spool) throws IOException {
        byte[] frame = new byte[4 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 500)];
        random.nextBytes(frame);
        ByteBuffer.wrap(frame).putInt(appended.size());
        boolean wasRead = spool.isRead();
        long position = spool.append(frame);
        appended.add(frame);
        if (wasRead && random.nextInt(4) == 0) {
            spool.passOver();
            inFlight.add(new long[] {appended.size() - 1, position});
            nextToRead = appended.size();
        }
    }

    private void read(Spool spool, String step) {
        byte[] frame = spool.peek();
        if (nextToRead == appended.size()) {
            assertThat(frame).as(step).isNull();
            assertThat(spool.isRead()).as(step).isTrue();
            return;
        }
        assertThat(frame).as(step).isEqualTo(appended.get(nextToRead));
        inFlight.add(new long[] {nextToRead++, spool.take()});
    }

    private void drain(Spool spool, String step) {
        while (nextToRead < appended.size()) {
            read(spool, step);
        }
        assertThat(spool.peek()).as(step).isNull();
        inFlight.clear();
        acknowledged = nextToRead;
        spool.acknowledge(spool.readPosition());
        assertThat(spool.waitingBytes()).as(step).isZero();
        assertThat(spool.usedBytes()).as(step).isZero();
    }

    private void acknowledge(Spool spool) {
        int count = inFlight.isEmpty() ? 0 : random.nextInt(inFlight.size());
        for (int i = 0; i < count; i++) {
            long[] first = inFlight.remove(0);
            acknowledged = (int) first[0] + 1;
            spool.acknowledge(first[1]);
        }
    }

    private Spool reopened(Spool spool) {
        inFlight.clear();
        acknowledged = savedAcknowledged;
        nextToRead = acknowledged;
        return spool;
    }

    /** The process ends between or within two writes: a torn end is what is left of a frame that was never appended. */
    private Spool kill(Spool spool, Path files, String step, boolean torn) throws IOException {
        Path copy = copy(files, step);
        Path last = last(copy);
        if (torn && last != null) {
            byte[] part = new byte[1 + random.nextInt(40)];
            random.nextBytes(part);
            if (random.nextBoolean()) {
                Arrays.fill(part, (byte) 0);
            }
            Files.write(last, part, StandardOpenOption.APPEND);
        }
        spool.close();
        Spool opened = reopened(open(copy));
        skipDeleted(opened);
        return opened;
    }

    /** Files that were acknowledged, and deleted before that was saved, are not read again. */
    private void skipDeleted(Spool spool) {
        byte[] first = spool.peek();
        int index = first == null ? appended.size() : ByteBuffer.wrap(first).getInt();
        assertThat(index).isGreaterThanOrEqualTo(acknowledged);
        nextToRead = index;
        acknowledged = index;
    }

    /** A bit flips, or a file ends early, while nobody is there: some frames are gone, all others come, in order. */
    private Spool corrupt(Spool spool, Path files, String step) throws IOException {
        spool.close();
        savedAcknowledged = acknowledged;
        Path last = last(files);
        if (last != null && Files.size(last) > 0) {
            damage(last);
        }
        Spool opened = reopened(open(files));
        int before = acknowledged - 1;
        for (byte[] frame = opened.peek(); frame != null; frame = opened.peek()) {
            int index = ByteBuffer.wrap(frame).getInt();
            assertThat(index).as(step).isGreaterThan(before).isLessThan(appended.size());
            assertThat(frame).as(step).isEqualTo(appended.get(index));
            before = index;
            opened.take();
        }
        nextToRead = appended.size();
        drain(opened, step);
        return opened;
    }

    private void damage(Path damaged) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(damaged.toFile(), "rw")) {
            long at = (long) (random.nextDouble() * file.length());
            if (random.nextBoolean()) {
                file.seek(at);
                int flipped = file.read() ^ 1 << random.nextInt(8);
                file.seek(at);
                file.write(flipped);
            } else {
                file.setLength(at);
            }
        }
    }

    private Path copy(Path files, String step) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("kill" + step));
        try (Stream<Path> all = Files.list(files)) {
            for (Path file : all.toList()) {
                Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
            }
        }
        return copy;
    }

    private static @Nullable Path last(Path files) throws IOException {
        try (Stream<Path> all = Files.list(files)) {
            return all.filter(file -> SegmentName.base(file).isPresent())
                    .max(Path::compareTo)
                    .orElse(null);
        }
    }
}
