package io.weir.contract.state;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/**
 * Stores the common state of a task in its changelog, in several copies, each with the offset and
 * time of the last record that it includes. After a crash, the common state must match the
 * committed offset.
 *
 * <p>Therefore a checkpoint does not overwrite copies that may match: the copy of the last known
 * commit, and the copies of later commits whose outcome is unknown because Kafka did not answer in
 * time. Usually two copies exist. The first copy is written only after a commit, so its existence
 * proves a commit. Not thread-safe.
 */
final class CommonCopies {

    static final int NONE = -1;

    /**
     * Exceeds the number of commits that Kafka Streams tries in a row before it ends a task:
     * {@code task.timeout.ms}.
     */
    private static final int MOST_COPIES = 8;

    private static final int FIRST = 0;

    /** A stamp is the offset, plus 2^44 for each log before. */
    private static final int OFFSET_BITS = 44;

    /** The only entry of a copy, which is a block of its own. */
    private static final int ENTRY = 0;

    private final WorkingSet workingSet;
    private final IntFunction<String> name;
    private final BlockWriter writer;
    private final RestoredBlocks restored;
    private final StateBytes bytes = new StateBytes(256);
    private final byte[] @Nullable [] copies = new byte[MOST_COPIES][];
    private final long[] stamps = new long[MOST_COPIES];
    private final int[] generations = new int[MOST_COPIES];

    /** For each copy, whether its offset may be the committed one. */
    private final boolean[] isNeeded = new boolean[MOST_COPIES];

    /** For each copy, whether the changelog has it. */
    private final boolean[] isThere = new boolean[MOST_COPIES];

    private int sent;
    private boolean isCommitted;
    private long millis;
    private int generation;

    CommonCopies(WorkingSet workingSet, BlockWriter.RecordSender sender, IntFunction<String> name) {
        this.workingSet = workingSet;
        this.name = name;
        this.writer = new BlockWriter(workingSet.layout(), sender);
        this.restored = new RestoredBlocks(workingSet.layout(), name);
        forget();
    }

    /** Receives a changelog record of a copy. */
    void restore(byte[] key, byte @Nullable [] value) {
        restored.restore(key, value);
    }

    /** Receives the key of a copy that a former owner wrote too late, to be deleted or replaced. */
    void restoreStale(byte[] key) {
        int copy = -1 - ByteBuffer.wrap(key).getInt();
        if (copy < MOST_COPIES) {
            isThere[copy] = true;
        }
    }

    /**
     * Reads the newest copy from before {@code firstOffset}, the first record after the restore. If
     * the input went back, no copy is from before; then the newest copy is read.
     *
     * @param mayLackCommit whether that newest copy may be read even if the first copy, which
     *     proves a commit, does not exist. True with exactly-once, because a copy without a commit
     *     is then never restored. True if the input log can be queried, because
     *     {@link InputPosition} then skips the records that the copy includes, and the blocks were
     *     saved before the copy
     * @return the offset of the last record that the copy includes, which is not before
     *     {@code firstOffset} if the input went back; {@link #NONE} if there is no copy
     */
    long read(long firstOffset, boolean mayLackCommit) {
        restored.read(new Reader(), writer);
        int newest = newestBefore(firstOffset);
        if (newest == NONE && (mayLackCommit || stamps[FIRST] != NONE)) {
            newest = newestBefore(Long.MAX_VALUE);
        }
        if (newest == NONE) {
            return NONE;
        }
        sent = newest;
        commit();
        byte[] copy = Objects.requireNonNull(copies[newest]);
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(copy));
            generation = generations[newest];
            millis = in.readLong();
            workingSet.readCommon(in);
        } catch (IOException e) {
            throw new UnusableStateException(
                    name.apply(key(newest)) + ": cannot be read though its checksum is right", e);
        }
        return stamps[newest];
    }

    /** The time of the last record that the restored copy includes. */
    long millis() {
        return millis;
    }

    /** The number of logs before that of the restored copy. */
    int generation() {
        return generation;
    }

    /** The index of the copy, or {@link #NONE}. */
    private int newestBefore(long firstOffset) {
        int newest = NONE;
        for (int copy = 0; copy < MOST_COPIES; copy++) {
            if (stamps[copy] != NONE && stamps[copy] < firstOffset && (newest == NONE || isNewer(copy, newest))) {
                newest = copy;
            }
        }
        return newest;
    }

    private boolean isNewer(int copy, int than) {
        return generations[copy] == generations[than]
                ? stamps[copy] > stamps[than]
                : generations[copy] > generations[than];
    }

    /**
     * Sends the common state up to the record at {@code offset} of a log with this time; overwrites a
     * copy that no commit needs.
     */
    void send(int log, long offset, long recordMillis) {
        bytes.clear();
        try {
            bytes.writeLong(recordMillis);
            workingSet.writeCommon(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        sent = unneeded();
        isNeeded[sent] = true;
        isThere[sent] = true;
        writer.begin(key(sent));
        writer.add(ENTRY, ((long) log << OFFSET_BITS) + offset, bytes);
        writer.end();
        deleteOthers();
    }

    /**
     * Deletes unneeded copies beyond the first two: if the input goes back, their offsets would
     * seem to be the newest.
     */
    private void deleteOthers() {
        for (int copy = 0; copy < MOST_COPIES; copy++) {
            if (!isNeeded[copy] && isThere[copy]) {
                isThere[copy] = false;
                writer.begin(key(copy));
                writer.skip(ENTRY);
                writer.end();
            }
        }
    }

    private int unneeded() {
        for (int copy = isCommitted ? FIRST : FIRST + 1; copy < MOST_COPIES; copy++) {
            if (!isNeeded[copy]) {
                return copy;
            }
        }
        throw new StreamsException("Kafka has not answered " + (MOST_COPIES - 1)
                + " commits in a row: the next checkpoint might overwrite one that they need");
    }

    /** The copy that was sent last belongs to a commit. */
    void commit() {
        Arrays.fill(isNeeded, false);
        isNeeded[sent] = true;
        isCommitted = true;
    }

    /** Forgets the content of the changelog. */
    void forget() {
        restored.clear();
        writer.forget();
        isCommitted = false;
        generation = 0;
        Arrays.fill(generations, 0);
        Arrays.fill(isNeeded, false);
        Arrays.fill(isThere, false);
        Arrays.fill(copies, null);
        Arrays.fill(stamps, NONE);
    }

    private static int key(int copy) {
        return -1 - copy;
    }

    /** Collects the copies. */
    private final class Reader implements RestoredBlocks.SlotReader {
        private int copy;

        @Override
        public void block(int block) {
            copy = -1 - block;
            if (copy >= MOST_COPIES) {
                throw new UnusableStateException(name.apply(block) + ": this version of Weir has no such copy");
            }
            copies[copy] = null;
            stamps[copy] = NONE;
        }

        @Override
        public void slot(int slot, long includes, byte[] content) {
            copies[copy] = content;
            stamps[copy] = includes & ((1L << OFFSET_BITS) - 1);
            generations[copy] = (int) (includes >>> OFFSET_BITS);
            isThere[copy] = true;
        }
    }
}
