package io.weir.contract.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Saves a {@link WorkingSet} into a changelog topic, in blocks of 64 slots, and restores it.
 *
 * <p>Order is everything here. When a task commits, Kafka Streams (4.3, {@code StreamTask.prepareCommit}) calls {@link
 * #flushCache()} of the stores that are {@link CachedStateStore}s, then flushes its producer, then commits the input
 * offsets, then (at least once) calls {@link #commit}. So at {@code flushCache} this store first has all output
 * acknowledged, then sends the dirty blocks. Each slot in a block is stamped with the input offset that it includes. After
 * a crash the input is read again from the committed offset, and {@link #includes} tells for each slot whether a record
 * is already in it, and its output out. At least once and the stamps together are exact.
 *
 * <p>The common state has no such luxury: it must be as of the committed offset. So there are two copies of it, and the
 * one that belongs to the last known commit is never overwritten.
 *
 * <p>Keys in the changelog: the block's number; -1 and -2 for the two copies of the common state.
 *
 * @param <W> the working set
 */
public final class BlockStore<W extends WorkingSet>
        implements Checkpoint, StateStore, CachedStateStore<Object, Object> {

    static final int BLOCK_SHIFT = 6;
    private static final int BLOCK_SLOTS = 1 << BLOCK_SHIFT;
    private static final int END_OF_BLOCK = 0xff;
    private static final long NONE = -1;
    private static final int COPIES = 2;

    private final String name;
    private final W workingSet;
    private final boolean logged;
    private final BitSet dirty = new BitSet();
    private long[] includes = new long[0];
    private long replayUntil = NONE;

    private final byte[][] restoredCommon = new byte[COPIES][0];
    private int committedCopy = 1;
    private boolean commonChosen;
    private boolean commonDirty;

    private long offset = NONE;
    private long flushedOffset = NONE;
    private long committedOffset = NONE;
    private boolean inRecord;
    private boolean open;
    private @Nullable InternalProcessorContext<?, ?> context;

    BlockStore(String name, W workingSet, boolean logged) {
        this.name = name;
        this.workingSet = workingSet;
        this.logged = logged;
    }

    public W workingSet() {
        return workingSet;
    }

    /** A record of the task's one input partition is about to change the working set. */
    public void begin(long recordOffset) {
        if (!commonChosen) {
            chooseCommon(recordOffset);
        }
        offset = recordOffset;
        inRecord = true;
    }

    /** The record begun is done with, its output forwarded. */
    public void end() {
        inRecord = false;
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
        commonDirty = true;
    }

    @Override
    public void flushCache() {
        // A record in progress is one that Kafka failed, for which the task is being closed: half of it must not be
        // saved.
        if (inRecord || context == null) {
            return;
        }
        if (committedOffset > replayUntil) {
            workingSet.release(committedOffset, this::touch);
        }
        flushedOffset = offset;
        if (!logged || (dirty.isEmpty() && !commonDirty)) {
            return;
        }
        ((RecordCollector.Supplier) context).recordCollector().flush();
        for (int block = dirty.nextSetBit(0); block >= 0; block = dirty.nextSetBit(block + 1)) {
            send(block, encode(block));
        }
        dirty.clear();
        if (commonDirty) {
            send(-1 - (1 - committedCopy), encodeCommon());
        }
    }

    /** Kafka Streams has committed the offsets that belong to the last {@link #flushCache()}. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        committedOffset = flushedOffset;
        if (commonDirty && flushedOffset != NONE) {
            committedCopy = 1 - committedCopy;
            commonDirty = false;
        }
    }

    private void send(int key, byte @Nullable [] value) {
        InternalProcessorContext<?, ?> to = Objects.requireNonNull(context);
        Bytes keyBytes =
                Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(key).array());
        to.logChange(name, keyBytes, value, to.currentSystemTimeMs(), new RecordHeaders(), Position.emptyPosition());
    }

    private byte @Nullable [] encode(int block) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
        DataOutputStream out = new DataOutputStream(bytes);
        ByteArrayOutputStream slotBytes = new ByteArrayOutputStream(256);
        int first = block << BLOCK_SHIFT;
        int last = Math.min(first + BLOCK_SLOTS, workingSet.slotLimit());
        try {
            for (int slot = first; slot < last; slot++) {
                slotBytes.reset();
                if (workingSet.write(slot, new DataOutputStream(slotBytes))) {
                    ensureIncludes(last);
                    includes[slot] = Math.max(includes[slot], offset);
                    out.writeByte(slot - first);
                    out.writeLong(includes[slot]);
                    slotBytes.writeTo(out);
                }
            }
            if (out.size() == 0) {
                return null;
            }
            out.writeByte(END_OF_BLOCK);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private byte[] encodeCommon() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeLong(offset);
            workingSet.writeCommon(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    /** Kafka Streams restores a changelog record; the later of two for a key wins. */
    public void restore(byte[] key, byte @Nullable [] value) {
        int number = ByteBuffer.wrap(key).getInt();
        if (number < 0) {
            restoredCommon[-1 - number] = value == null ? new byte[0] : value;
            commonChosen = false;
            return;
        }
        int first = number << BLOCK_SHIFT;
        for (int slot = first; slot < first + BLOCK_SLOTS; slot++) {
            workingSet.clear(slot);
        }
        ensureIncludes(first + BLOCK_SLOTS);
        Arrays.fill(includes, first, first + BLOCK_SLOTS, NONE);
        if (value == null) {
            return;
        }
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(value));
            for (int at = in.readUnsignedByte(); at != END_OF_BLOCK; at = in.readUnsignedByte()) {
                includes[first + at] = in.readLong();
                replayUntil = Math.max(replayUntil, includes[first + at]);
                workingSet.read(first + at, in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("changelog of " + name + ", block " + number + ": not what Weir wrote", e);
        }
    }

    /** Takes the newest common state from before {@code firstOffset}, the first record read again. */
    private void chooseCommon(long firstOffset) {
        long newest = NONE;
        for (int copy = 0; copy < COPIES; copy++) {
            byte[] saved = restoredCommon[copy];
            long stamp = saved.length == 0 ? NONE : ByteBuffer.wrap(saved).getLong();
            if (stamp > newest && stamp < firstOffset) {
                newest = stamp;
                committedCopy = copy;
            }
        }
        commonChosen = true;
        byte[] saved = restoredCommon[committedCopy];
        if (newest == NONE) {
            // What the task begins with is none of the log's: it is saved with the first checkpoint.
            commonDirty = true;
            return;
        }
        try {
            workingSet.readCommon(new DataInputStream(new ByteArrayInputStream(saved, Long.BYTES, saved.length)));
        } catch (IOException e) {
            throw new UncheckedIOException("changelog of " + name + ", common state: not what Weir wrote", e);
        }
    }

    private void ensureIncludes(int length) {
        if (includes.length < length) {
            int old = includes.length;
            includes = Arrays.copyOf(includes, Math.max(length, old * 2));
            Arrays.fill(includes, old, includes.length, NONE);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {
        context = (InternalProcessorContext<?, ?>) stateStoreContext;
        forget();
        open = true;
        stateStoreContext.register(root, this::restore);
    }

    /** A task that is revived after an error begins anew on the same store, and restores what was committed. */
    private void forget() {
        workingSet.reset();
        dirty.clear();
        includes = new long[0];
        replayUntil = NONE;
        Arrays.fill(restoredCommon, new byte[0]);
        committedCopy = 1;
        commonChosen = false;
        commonDirty = false;
        offset = NONE;
        flushedOffset = NONE;
        committedOffset = NONE;
        inRecord = false;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public void clearCache() {
        // Nothing is cached: the working set is the state.
    }
}
