package io.weir.contract.state;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The common state of a task in its changelog: two copies, each with the offset of the last record that it includes. The copy of the
 * last known commit is never overwritten, because after a crash the common state must be as of the committed offset. Not thread-safe.
 */
final class CommonCopies {

    static final long NONE = -1;

    private static final int COPIES = 2;

    /** The one entry of a copy, which is a block of its own. */
    private static final int ENTRY = 0;

    private final WorkingSet workingSet;
    private final IntFunction<String> name;
    private final BlockWriter writer;
    private final RestoredBlocks restored;
    private final StateBytes bytes = new StateBytes(256);
    private final byte[] @Nullable [] copies = new byte[COPIES][];
    private final long[] stamps = new long[COPIES];
    private int committed = 1;

    CommonCopies(WorkingSet workingSet, BlockWriter.RecordSender sender, IntFunction<String> name) {
        this.workingSet = workingSet;
        this.name = name;
        this.writer = new BlockWriter(workingSet.layout(), sender);
        this.restored = new RestoredBlocks(workingSet.layout(), name);
        forget();
    }

    /** Takes a changelog record of a copy. */
    void restore(byte[] key, byte @Nullable [] value) {
        restored.restore(key, value);
    }

    /**
     * Reads the newest copy from before {@code firstOffset}, the first record that is read after the restore. If the input went back,
     * there is none; then the newest copy is read.
     *
     * @param isTransactional whether the copies are committed together with the offsets: then no crash leaves a later copy
     * @return the offset of the last record that the copy includes, which is not before {@code firstOffset} if the input went back; {@link
     *     #NONE} if there is no copy
     */
    long read(long firstOffset, boolean isTransactional) {
        restored.read(new Reader(), writer);
        long newest = newestBefore(firstOffset);
        // At least once, one copy may be that of a checkpoint that was not committed; of two, one always was.
        boolean hasCommitted = isTransactional || Arrays.stream(stamps).allMatch(stamp -> stamp != NONE);
        if (newest == NONE && hasCommitted) {
            newest = newestBefore(Long.MAX_VALUE);
        }
        byte[] copy = copies[committed];
        if (newest != NONE && copy != null) {
            try {
                workingSet.readCommon(new DataInputStream(new ByteArrayInputStream(copy)));
            } catch (IOException e) {
                throw new UnusableStateException(
                        name.apply(key(committed)) + ": cannot be read though its checksum is right", e);
            }
        }
        return newest;
    }

    private long newestBefore(long firstOffset) {
        long newest = NONE;
        for (int copy = 0; copy < COPIES; copy++) {
            if (stamps[copy] > newest && stamps[copy] < firstOffset) {
                newest = stamps[copy];
                committed = copy;
            }
        }
        return newest;
    }

    /** Sends the common state, which includes the record at {@code offset}, over the copy that is not committed. */
    void send(long offset) {
        bytes.clear();
        try {
            workingSet.writeCommon(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        writer.begin(key(1 - committed));
        writer.add(ENTRY, offset, bytes);
        writer.end();
    }

    /** What was sent last belongs to a commit. */
    void commit() {
        committed = 1 - committed;
    }

    /** Forgets what the changelog has. */
    void forget() {
        restored.clear();
        writer.forget();
        committed = 1;
        for (int copy = 0; copy < COPIES; copy++) {
            copies[copy] = null;
            stamps[copy] = NONE;
        }
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
            copies[copy] = null;
            stamps[copy] = NONE;
        }

        @Override
        public void slot(int slot, long includes, byte[] content) {
            copies[copy] = content;
            stamps[copy] = includes;
        }
    }
}
