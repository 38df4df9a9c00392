package io.weir.contract.state;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Saves a {@link WorkingSet} into a changelog topic, in blocks of slots, and restores it.
 *
 * <p>Order is everything here. When a task commits, Kafka Streams (4.3, {@code StreamTask.prepareCommit}) calls {@link
 * #flushCache()} of the stores that are {@link CachedStateStore}s, then flushes its producer, then commits the input
 * offsets, then (at least once) calls {@link #commit}. So at {@code flushCache} this store first has all output
 * acknowledged, then sends the dirty blocks. Each slot in a block is stamped with the input offset that it includes. After
 * a crash the input is read again from the committed offset, and {@link #includes} tells for each slot whether a record
 * is already in it, and its output out. At least once and the stamps together are exact.
 *
 * <p>The last tier goes first, and is acknowledged before the next is sent: a record that a slot includes is then included by
 * all slots downstream that it reached, and may be skipped as a whole.
 *
 * <p>The common state has no such luxury: it must be as of the committed offset. So there are two copies of it, and the
 * one that belongs to the last known commit is never overwritten.
 *
 * <p>Exactly once, output, blocks and offsets are one transaction, so nothing waits for anything: all tasks of a thread commit
 * together, and the first of them to be asked sends what all have ({@link Siblings}), which is then one round trip to Kafka rather
 * than two for each task.
 *
 * <p>Keys in the changelog: the tier's number (0 is the working set itself) in the upper 6 bits, the block's in the others; -1
 * and -2 for the two copies of the common state.
 *
 * @param <W> the working set
 */
public final class BlockStore<W extends WorkingSet>
        implements Checkpoint, StateStore, CachedStateStore<Object, Object> {

    /** The tier's number stands above these bits of a key, the block's in them. */
    private static final int BLOCK_BITS = 26;

    private static final int MAX_TIERS = 1 << (31 - BLOCK_BITS);
    private static final long NONE = -1;
    private static final int COPIES = 2;

    private final String name;
    private final W workingSet;
    private final boolean logged;
    private final TierBlocks[] tiers;

    private final byte[][] restoredCommon = new byte[COPIES][0];
    private int committedCopy = 1;
    private boolean commonChosen;
    private boolean commonDirty;
    private boolean isRestored;

    private long offset = NONE;
    private long flushedOffset = NONE;
    private long committedOffset = NONE;
    private boolean inRecord;
    private boolean isUnsaved;
    private boolean isTransactional;
    private boolean open;
    private @Nullable InternalProcessorContext<?, ?> context;

    BlockStore(String name, W workingSet, boolean logged) {
        this.name = name;
        this.workingSet = workingSet;
        this.logged = logged;
        this.tiers = Stream.concat(Stream.of(workingSet), workingSet.downstream().stream())
                .map(tier -> new TierBlocks(tier, this::touchCommon))
                .toArray(TierBlocks[]::new);
        if (tiers.length > MAX_TIERS) {
            throw new IllegalArgumentException(name + ": " + tiers.length + " tiers, at most " + MAX_TIERS);
        }
    }

    /** The working set, as of what was restored. Who keeps it looks into it in {@link #process} alone. */
    public W workingSet() {
        readRestored();
        return workingSet;
    }

    private void readRestored() {
        if (!isRestored) {
            return;
        }
        isRestored = false;
        for (int tier = 0; tier < tiers.length; tier++) {
            int keys = tier << BLOCK_BITS;
            tiers[tier].readRestored(block -> "changelog of " + name + ", key " + (keys + block));
        }
    }

    /**
     * Processes a record of the task's one input partition: all that it changes in the working set and all that it has
     * forwarded, {@code effect} does. What {@code effect} throws is thrown on; after a {@link KafkaException} nothing is
     * saved any more, because the task is being closed in the midst of the record.
     */
    public void process(long recordOffset, Runnable effect) {
        begin(recordOffset);
        try {
            effect.run();
        } catch (KafkaException e) {
            throw e; // The record stays in progress: it will be read again.
        } catch (RuntimeException e) {
            inRecord = false;
            throw e;
        }
        inRecord = false;
    }

    private void begin(long recordOffset) {
        readRestored();
        if (!commonChosen) {
            chooseCommon(recordOffset);
        }
        offset = recordOffset;
        for (TierBlocks tier : tiers) {
            tier.begin(recordOffset);
        }
        inRecord = true;
        if (isTransactional && !isUnsaved) {
            isUnsaved = true;
            Siblings.add(this);
        }
    }

    /** The checkpoint of a tier downstream, numbered as in {@link WorkingSet#downstream}. */
    public Checkpoint downstream(int tier) {
        return tiers[1 + tier];
    }

    @Override
    public boolean includes(int slot) {
        return tiers[0].includes(slot);
    }

    @Override
    public void touch(int slot) {
        tiers[0].touch(slot);
    }

    @Override
    public void touchNew(int slot) {
        tiers[0].touchNew(slot);
    }

    @Override
    public void touchCommon() {
        commonDirty = true;
    }

    @Override
    public void flushCache() {
        if (isTransactional) {
            Siblings.save();
        } else {
            save();
        }
    }

    /** What changed since the last commit, into the open transaction; nothing if the task was closed since. */
    void saveInTransaction() {
        if (open && isUnsaved) {
            isUnsaved = false;
            save();
        }
    }

    private void save() {
        // A record in progress is one that Kafka failed, for which the task is being closed: half of it must not be
        // saved.
        if (inRecord || context == null) {
            return;
        }
        for (TierBlocks tier : tiers) {
            if (committedOffset > tier.replayUntil()) {
                tier.release(committedOffset);
            }
        }
        flushedOffset = offset;
        if (!logged) {
            return;
        }
        sendTiers(((RecordCollector.Supplier) context).recordCollector());
        if (commonDirty) {
            send(-1 - (1 - committedCopy), encodeCommon());
        }
    }

    /** Before the blocks of a tier are sent, all output and all that is downstream of it is acknowledged: at least once. */
    private void sendTiers(RecordCollector collector) {
        for (int tier = tiers.length - 1; tier >= 0; tier--) {
            int keys = tier << BLOCK_BITS;
            if (!isTransactional && (tiers[tier].isDirty() || (tier == 0 && commonDirty))) {
                collector.flush();
            }
            try {
                tiers[tier].sendDirty((block, value) -> send(keys + block, value));
            } catch (IOException e) {
                throw new UncheckedIOException("memory streams do not fail", e);
            }
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

    private byte[] encodeCommon() {
        StateBytes bytes = new StateBytes(256);
        try {
            bytes.writeLong(offset);
            workingSet.writeCommon(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toBytes();
    }

    /** Kafka Streams restores a changelog record; the later of two for a key wins. */
    public void restore(byte[] key, byte @Nullable [] value) {
        int number = ByteBuffer.wrap(key).getInt();
        if (number < 0) {
            restoredCommon[-1 - number] = value == null ? new byte[0] : value;
            commonChosen = false;
            return;
        }
        int tier = number >>> BLOCK_BITS;
        int block = number & ((1 << BLOCK_BITS) - 1);
        if (tier >= tiers.length) {
            throw new IllegalStateException("changelog of " + name + ", key " + number + ": not what this Weir wrote");
        }
        tiers[tier].restore(block, value);
        isRestored = true;
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

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {
        context = (InternalProcessorContext<?, ?>) stateStoreContext;
        isTransactional = StreamsConfig.EXACTLY_ONCE_V2.equals(
                stateStoreContext.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        forget();
        open = true;
        stateStoreContext.register(root, this::restore);
    }

    /** A task that is revived after an error begins anew on the same store, and restores what was committed. */
    private void forget() {
        workingSet.reset();
        for (TierBlocks tier : tiers) {
            tier.forget();
        }
        Arrays.fill(restoredCommon, new byte[0]);
        committedCopy = 1;
        commonChosen = false;
        commonDirty = false;
        isRestored = false;
        offset = NONE;
        flushedOffset = NONE;
        committedOffset = NONE;
        inRecord = false;
        isUnsaved = false;
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
