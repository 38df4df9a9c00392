package io.weir.contract.state;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One tier of a working set as blocks of 64 slots: which are to be saved, and which input offset each slot includes. */
final class TierBlocks implements Checkpoint {

    static final int BLOCK_SHIFT = 6;

    private static final int BLOCK_SLOTS = 1 << BLOCK_SHIFT;
    private static final int END_OF_BLOCK = 0xff;
    private static final long NONE = -1;

    private final Tier tier;
    private final Runnable commonTouched;
    private final BitSet dirty = new BitSet();

    /** Blocks that were restored and not read yet, in the order in which the log has them. */
    private final Map<Integer, byte @Nullable []> restored = new LinkedHashMap<>();

    /** Of one block, and of one of its slots, while they are written: used again for the next. */
    private final StateBytes encoded = new StateBytes(16 * 1024);

    private final StateBytes slotBytes = new StateBytes(1024);

    private long[] includes = new long[0];
    private long replayUntil = NONE;
    private long offset = NONE;

    /** Is given a block to be sent. */
    @FunctionalInterface
    interface BlockSender {
        void send(int block, byte @Nullable [] value);
    }

    TierBlocks(Tier tier, Runnable commonTouched) {
        this.tier = tier;
        this.commonTouched = commonTouched;
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

    @Override
    public void touchCommon() {
        commonTouched.run();
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

    void sendDirty(BlockSender to) throws IOException {
        for (int block = dirty.nextSetBit(0); block >= 0; block = dirty.nextSetBit(block + 1)) {
            to.send(block, encode(block));
        }
        dirty.clear();
    }

    private byte @Nullable [] encode(int block) throws IOException {
        encoded.clear();
        int first = block << BLOCK_SHIFT;
        int last = Math.min(first + BLOCK_SLOTS, tier.slotLimit());
        for (int slot = first; slot < last; slot++) {
            slotBytes.clear();
            if (tier.write(slot, slotBytes)) {
                ensureIncludes(last);
                includes[slot] = Math.max(includes[slot], offset);
                encoded.writeByte(slot - first);
                encoded.writeLong(includes[slot]);
                encoded.write(slotBytes);
            }
        }
        if (encoded.length() == 0) {
            return null;
        }
        encoded.writeByte(END_OF_BLOCK);
        return encoded.toBytes();
    }

    /** Takes in a block; the later of two counts. It is not read yet, because the changelog has most blocks several times. */
    void restore(int block, byte @Nullable [] value) {
        restored.remove(block); // In the log it stands behind all others now.
        restored.put(block, value);
    }

    /** Reads what was restored; {@code name} is what a message calls a block. */
    void readRestored(IntFunction<String> name) {
        restored.forEach((block, value) -> {
            try {
                read(block, value);
            } catch (IOException e) {
                throw new UncheckedIOException(name.apply(block) + ": not what Weir wrote", e);
            }
        });
        restored.clear();
    }

    private void read(int block, byte @Nullable [] value) throws IOException {
        int first = block << BLOCK_SHIFT;
        for (int slot = first; slot < first + BLOCK_SLOTS; slot++) {
            tier.clear(slot);
        }
        ensureIncludes(first + BLOCK_SLOTS);
        Arrays.fill(includes, first, first + BLOCK_SLOTS, NONE);
        if (value == null) {
            return;
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(value));
        for (int at = in.readUnsignedByte(); at != END_OF_BLOCK; at = in.readUnsignedByte()) {
            includes[first + at] = in.readLong();
            replayUntil = Math.max(replayUntil, includes[first + at]);
            tier.read(first + at, in);
        }
    }

    /** Forgets what is to be saved and what was restored; the slots themselves are the working set's to forget. */
    void forget() {
        dirty.clear();
        restored.clear();
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
