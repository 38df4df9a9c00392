package io.weir.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random actions on a spool, compared with simple lists of its lanes: blocked lanes, restarts,
 * kills (possibly with a torn last file), machine failures, flipped bits. In all cases, frames of a
 * lane are read as they were appended: in order, complete, and starting no later than the first
 * unacknowledged one. After a machine failure, all forced frames remain. A flipped bit costs one
 * frame.
 */
class SpoolModelTest {
    private static final int RUNS = 150;
    private static final int ACTIONS = 400;
    private static final int LANES = 3;
    private static final SpoolSettings SETTINGS = new SpoolSettings(Path.of("none"), 1L << 20, 0);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private final Track[] tracks = new Track[LANES];
    private MemoryDisk disk = new MemoryDisk();
    private Spool spool;
    private String step = "";

    /** The expected state of a lane. */
    private static final class Track {
        final int lane;
        /** All frames of the lane; a frame starts with its lane and its index. */
        final List<byte[]> appended = new ArrayList<>();
        /** Index and end position of frames that were read and are not acknowledged. */
        final List<long[]> inFlight = new ArrayList<>();
        /** Indices of frames that were reported as permanently on disk. */
        final TreeSet<Integer> forced = new TreeSet<>();

        int next;
        int acknowledged;
        int saved;
        /** Whether the start position after a restart is unknown. */
        boolean isReopened;

        boolean isBlocked;

        Track(int lane) {
            this.lane = lane;
        }
    }

    SpoolModelTest() throws IOException {
        spool = Spool.on(disk, SETTINGS, LANES);
    }

    @Test
    void readsWhatWasAppendedWhateverHappens() throws IOException {
        System.out.println("SpoolModelTest: repeat with -Dweir.test.seed=" + seed);
        for (int run = 0; run < RUNS; run++) {
            disk = new MemoryDisk();
            spool = Spool.on(disk, SETTINGS, LANES);
            begin();
            for (int action = 0; action < ACTIONS; action++) {
                step = run + "." + action;
                act();
            }
            step = "end of run " + run;
            drain();
            spool.close();
        }
    }

    private void begin() {
        Arrays.setAll(tracks, Track::new);
    }

    private void act() throws IOException {
        int dice = random.nextInt(100);
        if (dice < 45) {
            append(tracks[random.nextInt(LANES)]);
        } else if (dice < 72) {
            readOne();
        } else if (dice < 87) {
            acknowledge(tracks[random.nextInt(LANES)]);
        } else if (dice < 89) {
            spool.save();
            save();
        } else if (dice < 91) {
            drain();
        } else if (dice < 93) {
            Track track = tracks[random.nextInt(LANES)];
            track.isBlocked = !track.isBlocked;
        } else if (dice < 95) {
            force();
        } else if (dice < 96) {
            spool.close();
            save();
            reopen(disk.afterKill());
        } else if (dice < 98) {
            kill();
        } else if (dice < 99) {
            fail();
        } else {
            corrupt();
        }
    }

    private void save() {
        for (Track track : tracks) {
            track.saved = track.isReopened ? track.saved : track.acknowledged;
        }
    }

    private void append(Track track) throws IOException {
        byte[] frame = new byte[8 + random.nextInt(random.nextInt(10) == 0 ? 50_000 : 500)];
        random.nextBytes(frame);
        int index = track.appended.size();
        ByteBuffer.wrap(frame).putInt(track.lane).putInt(index);
        if (!spool.hasRoom(frame.length)) {
            return;
        }
        if (!spool.hasUnread(track.lane)) {
            settle(track);
        }
        if (!spool.hasUnread(track.lane) && random.nextInt(4) == 0) {
            assertThat(track.next).as(step).isEqualTo(index);
            track.inFlight.add(new long[] {index, spool.keep(track.lane, frame)});
            track.next++;
        } else {
            spool.append(track.lane, frame);
        }
        track.appended.add(frame);
        spool.whenForced(isForced -> {
            if (isForced) {
                track.forced.add(index);
            }
        });
    }

    private void force() throws IOException {
        List<String> segments = disk.segments();
        disk.isForceFailing = random.nextInt(4) == 0;
        boolean isOneFailing = !segments.isEmpty() && random.nextInt(4) == 0;
        disk.unforcible = isOneFailing ? segments.get(random.nextInt(segments.size())) : null;
        spool.force();
        disk.isForceFailing = false;
        disk.unforcible = null;
        try {
            if (random.nextBoolean()) {
                spool.checkForced();
            }
        } catch (IOException e) {
            assertThat(e).hasMessage("the disk does not write");
        }
    }

    /**
     * Reads a frame, of a lane with its own cursor or of the others. Returns whether there was one.
     */
    private boolean readOne() throws IOException {
        disk.failingReads = random.nextInt(20) == 0 ? 1 : 0;
        for (Track track : tracks) {
            if (spool.isLeft(track.lane) && !track.isBlocked && read(track, peek(track.lane))) {
                return true;
            }
        }
        for (Frame frame = peek(-1); frame != null; frame = peek(-1)) {
            Track track = tracks[frame.lane()];
            if (!track.isBlocked) {
                return read(track, frame);
            }
            spool.leave(frame);
        }
        return false;
    }

    private @Nullable Frame peek(int lane) {
        while (true) {
            try {
                return lane < 0 ? spool.peek() : spool.peek(lane);
            } catch (IOException e) {
                assertThat(disk.failingReads).as("is asked again " + e).isZero();
            }
        }
    }

    private boolean read(Track track, @Nullable Frame frame) {
        if (frame == null) {
            return false;
        }
        int index = ByteBuffer.wrap(frame.bytes()).getInt(4);
        if (track.isReopened) {
            assertThat(index).as(step).isBetween(track.saved, track.acknowledged);
            track.next = index;
            track.acknowledged = index;
            track.isReopened = false;
        }
        assertThat(index).as(step + " lane " + track.lane).isEqualTo(track.next);
        assertThat(frame.bytes()).as(step).isEqualTo(track.appended.get(index));
        track.inFlight.add(new long[] {track.next++, frame.end()});
        spool.take(frame);
        return true;
    }

    private void drain() throws IOException {
        for (Track track : tracks) {
            track.isBlocked = false;
        }
        while (readOne()) {
            // Until nothing is unread.
        }
        for (Track track : tracks) {
            settle(track);
            assertThat(track.next).as(step + " lane " + track.lane).isEqualTo(track.appended.size());
            assertThat(spool.hasUnread(track.lane)).as(step).isFalse();
            track.inFlight.clear();
            track.acknowledged = track.next;
            spool.acknowledgeTaken(track.lane);
        }
        assertThat(spool.hasUnread()).as(step).isFalse();
        spool.save();
        save();
        assertThat(spool.waitingBytes()).as(step).isZero();
        assertThat(spool.usedBytes()).as(step).isZero();
        assertThat(disk.segments()).as(step).isEmpty();
    }

    /** If a restart returns nothing of a lane, all of it was acknowledged. */
    private void settle(Track track) {
        if (track.isReopened) {
            assertThat(track.acknowledged).as(step + " lane " + track.lane).isEqualTo(track.appended.size());
            track.isReopened = false;
            track.next = track.acknowledged;
        }
    }

    private void acknowledge(Track track) {
        int count = track.inFlight.isEmpty() ? 0 : random.nextInt(track.inFlight.size() + 1);
        for (int i = 0; i < count; i++) {
            long[] first = track.inFlight.remove(0);
            track.acknowledged = (int) first[0] + 1;
            spool.acknowledge(track.lane, first[1]);
        }
    }

    private void reopen(MemoryDisk left) throws IOException {
        disk = left;
        spool = Spool.on(disk, SETTINGS, LANES);
        for (Track track : tracks) {
            track.inFlight.clear();
            track.isReopened = true;
        }
    }

    /**
     * The process ends between or within two writes: a torn end is the rest of a frame that was
     * never appended.
     */
    private void kill() throws IOException {
        MemoryDisk left = disk.afterKill();
        List<String> segments = left.segments();
        if (!segments.isEmpty() && random.nextBoolean()) {
            byte[] part = new byte[1 + random.nextInt(40)];
            if (random.nextBoolean()) {
                random.nextBytes(part);
            }
            String last = segments.get(segments.size() - 1);
            byte[] before = left.bytes(last);
            byte[] torn = Arrays.copyOf(before, before.length + part.length);
            System.arraycopy(part, 0, torn, before.length, part.length);
            left.replace(last, torn);
        }
        reopen(left);
    }

    /** The machine fails: unforced frames may be lost, completely or partially. */
    private void fail() throws IOException {
        reopen(disk.afterFailure(random));
        readAll(track -> {
            TreeSet<Integer> expected = new TreeSet<>(track.forced.tailSet(track.acknowledged));
            expected.removeAll(track.forced.headSet(track.next));
            return expected;
        });
    }

    /** A bit flips while the spool is closed. */
    private void corrupt() throws IOException {
        spool.close();
        save();
        MemoryDisk left = disk.afterKill();
        List<String> segments = left.segments();
        if (!segments.isEmpty()) {
            byte[] bytes = left.bytes(segments.get(random.nextInt(segments.size())));
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        reopen(left);
        int missing = 0;
        int[] unread = Arrays.stream(tracks)
                .mapToInt(track -> track.appended.size() - track.acknowledged)
                .toArray();
        int[] read = readAll(track -> new TreeSet<>());
        for (int lane = 0; lane < LANES; lane++) {
            missing += unread[lane] - read[lane];
        }
        assertThat(missing).as(step + " missing").isBetween(0, 1);
    }

    private interface Expectation {
        Set<Integer> of(Track track);
    }

    /**
     * Reads everything, possibly less than was appended, and starts over. Returns the number of
     * frames read of each lane.
     */
    private int[] readAll(Expectation expectation) throws IOException {
        List<Set<Integer>> expected = Arrays.stream(tracks).map(expectation::of).toList();
        List<List<Integer>> read = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            read.add(new ArrayList<>());
        }
        for (Frame frame = spool.peek(); frame != null; frame = spool.peek()) {
            int index = ByteBuffer.wrap(frame.bytes()).getInt(4);
            Track track = tracks[frame.lane()];
            assertThat(frame.bytes()).as(step).isEqualTo(track.appended.get(index));
            if (index >= track.acknowledged) {
                read.get(frame.lane()).add(index);
            }
            spool.take(frame);
        }
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(read.get(lane)).as(step + " order").isSorted().doesNotHaveDuplicates();
            assertThat(read.get(lane)).as(step + " forced").containsAll(expected.get(lane));
            spool.acknowledgeTaken(lane);
        }
        spool.save();
        assertThat(disk.segments()).as(step).isEmpty();
        begin();
        return read.stream().mapToInt(List::size).toArray();
    }
}
