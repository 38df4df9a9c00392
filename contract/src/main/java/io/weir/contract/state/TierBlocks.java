package io.weir.contract.state;

import io.weir.contract.state.BlockWriter.RecordSender;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One tier of a working set in blocks of 64 slots. Tracks the dirty blocks, and the input offset
 * that each slot includes.
 */
final class TierBlocks implements Checkpoint {

    private static final int BLOCK_SLOTS = Tier.BLOCK_SLOTS;
    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(BLOCK_SLOTS);
    private static final long NONE = -1;

    private final Tier tier;
    private final int firstKey;
    private final BlockWriter writer;
    private final RestoredBlocks restored;
    private final BitSet dirty = new BitSet();
    private final Set<Long> staleParts = new HashSet<>();

    /** The bytes of one slot while it is written; reused. */
    private final StateBytes slotBytes = new StateBytes(1024);

    private long[] includes = new long[0];
    private long replayUntil = NONE;
    private long offset = NONE;

    /**
     * Blocks of a tier.
     *
     * @param firstKey the key of block 0 in the changelog; the keys of the other blocks follow
     * @param name names the block with a key in messages
     */
    TierBlocks(Tier tier, int layout, int firstKey, RecordSender sender, IntFunction<String> name) {
        this.tier = tier;
        this.firstKey = firstKey;
        this.writer = new BlockWriter(layout, sender);
        this.restored = new RestoredBlocks(layout, name);
    }

    void begin(long recordOffset) {
        offset = recordOffset;
    }

    @Override
    public boolean includes(int slot) {
        return offset <= replayUntil && slot < includes.length && offset <= includes[slot];
    }

    @Override
    public void touch(int slot) {
        dirty.set(slot >>> BLOCK_SHIFT);
    }

    @Override
    public void touchNew(int slot) {
        if (slot < includes.length) {
            includes[slot] = NONE;
        }
        touch(slot);
    }

    /**
     * The input went back: no slot includes any following record. The next checkpoint replaces all
     * stamps.
     */
    void rewind() {
        Arrays.fill(includes, NONE);
        replayUntil = NONE;
        touchAll();
    }

    /** The next checkpoint has all blocks. */
    void touchAll() {
        dirty.set(0, (tier.slotLimit() + BLOCK_SLOTS - 1) >>> BLOCK_SHIFT);
    }

    /** The largest offset that a restored slot includes. */
    long replayUntil() {
        return replayUntil;
    }

    boolean isDirty() {
        return !dirty.isEmpty();
    }

    void release(long committedOffset) {
        tier.release(committedOffset, this::touch);
    }

    /** Sends the blocks that changed since {@link #saved}. */
    void sendDirty() throws IOException {
        for (int block = dirty.nextSetBit(0); block >= 0; block = dirty.nextSetBit(block + 1)) {
            send(block);
        }
    }

    /** The blocks of {@link #sendDirty} are acknowledged and belong to a commit. */
    void saved() {
        dirty.clear();
    }

    private void send(int block) throws IOException {
        writer.begin(firstKey + block);
        int first = block << BLOCK_SHIFT;
        int last = Math.min(first + BLOCK_SLOTS, tier.slotLimit());
        ensureIncludes(last);
        for (int slot = first; slot < last; slot++) {
            slotBytes.clear();
            if (tier.write(slot, slotBytes)) {
                includes[slot] = Math.max(includes[slot], offset);
                writer.add(slot - first, includes[slot], slotBytes);
            } else {
                writer.skip(slot - first);
            }
        }
        writer.end();
    }

    /**
     * Receives a changelog record. Parsing follows later, because the changelog contains most
     * blocks several times.
     */
    void restore(byte[] key, byte @Nullable [] value) {
        restored.restore(key, value);
    }

    /**
     * Receives the key of a record that a former owner wrote too late: the next checkpoint replaces
     * or deletes the record.
     */
    void restoreStale(byte[] key) {
        dirty.set(ByteBuffer.wrap(key).getInt() - firstKey);
        if (key.length == Long.BYTES) {
            staleParts.add(BlockWriter.number(key));
        }
    }

    /** Parses the restored records. */
    void readRestored() {
        restored.read(new Reader(), writer);
        staleParts.forEach(writer::restoredStale);
        staleParts.clear();
    }

    /** Fills the tier's slots. */
    private final class Reader implements RestoredBlocks.SlotReader {
        private int first;

        @Override
        public void block(int block) {
            first = (block - firstKey) << BLOCK_SHIFT;
            for (int slot = first; slot < first + BLOCK_SLOTS; slot++) {
                tier.clear(slot);
            }
            ensureIncludes(first + BLOCK_SLOTS);
            Arrays.fill(includes, first, first + BLOCK_SLOTS, NONE);
        }

        @Override
        public void slot(int slot, long slotIncludes, byte[] content) throws IOException {
            includes[first + slot] = slotIncludes;
            replayUntil = Math.max(replayUntil, slotIncludes);
            tier.read(first + slot, new DataInputStream(new ByteArrayInputStream(content)));
        }
    }

    /** Forgets dirty blocks and restored records; the working set itself forgets the slots. */
    void forget() {
        dirty.clear();
        restored.clear();
        staleParts.clear();
        writer.forget();
        includes = new long[0];
        replayUntil = NONE;
        offset = NONE;
    }

    private void ensureIncludes(int length) {
        if (includes.length < length) {
            int old = includes.length;
            includes = Arrays.copyOf(includes, Math.max(length, old * 2));
            Arrays.fill(includes, old, includes.length, NONE);
        }
    }
}
