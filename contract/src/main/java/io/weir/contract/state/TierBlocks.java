package io.weir.contract.state;

import io.weir.contract.state.BlockWriter.RecordSender;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One tier of a working set as blocks of 64 slots: which are to be saved, and which input offset each slot includes. */
final class TierBlocks implements Checkpoint {

    private static final int BLOCK_SLOTS = Tier.BLOCK_SLOTS;
    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(BLOCK_SLOTS);
    private static final long NONE = -1;

    private final Tier tier;
    private final int firstKey;
    private final BlockWriter writer;
    private final RestoredBlocks restored;
    private final BitSet dirty = new BitSet();

    /** Of one slot while it is written: used again for the next. */
    private final StateBytes slotBytes = new StateBytes(1024);

    private long[] includes = new long[0];
    private long replayUntil = NONE;
    private long offset = NONE;

    /**
     * Blocks of a tier.
     *
     * @param firstKey the key of block 0 in the changelog; those of the others follow
     * @param name how messages call the block with a key
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

    /** The input went back: no slot includes any record that is still to come. The next checkpoint replaces all stamps. */
    void rewind() {
        Arrays.fill(includes, NONE);
        replayUntil = NONE;
        dirty.set(0, (tier.slotLimit() + BLOCK_SLOTS - 1) >>> BLOCK_SHIFT);
    }

    /** The last offset that some slot includes by what was restored. */
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

    /** What {@link #sendDirty} sent is acknowledged and belongs to a commit. */
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

    /** Takes a changelog record. It is not read yet, because the changelog has most blocks several times. */
    void restore(byte[] key, byte @Nullable [] value) {
        restored.restore(key, value);
    }

    /** Reads what was restored. */
    void readRestored() {
        restored.read(new Reader(), writer);
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

    /** Forgets what is to be saved and what was restored; the slots themselves are the working set's to forget. */
    void forget() {
        dirty.clear();
        restored.clear();
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
