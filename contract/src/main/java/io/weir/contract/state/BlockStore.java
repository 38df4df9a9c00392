package io.weir.contract.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves a {@link WorkingSet} into a changelog topic, in blocks of slots, and restores it.
 *
 * <p>The order of writes makes it exact. When a task commits, Kafka Streams (4.3, {@code StreamTask.prepareCommit}) calls {@link
 * #flushCache()} of the stores that are {@link CachedStateStore}s, then flushes its producer, then commits the input
 * offsets, then (at least once) calls {@link #commit}. At {@code flushCache}, this store first waits until all output is
 * acknowledged, then sends the dirty blocks. Each slot in a block is stamped with the input offset that it includes. After
 * a crash the input is read again from the committed offset, and {@link #includes} says for each slot whether it includes a record
 * and has its output written. At-least-once delivery and the stamps together are exact.
 *
 * <p>The last tier is sent first, and acknowledged before the next is sent. So where a slot includes a record, all slots downstream
 * that the record reached include it as well, and the record may be skipped as a whole.
 *
 * <p>The common state must be as of the committed offset ({@link CommonCopies}). Each checkpoint saves it: its stamp tells the next
 * life of the task which record should come first, so that records that retention deleted unread are noticed ({@link #missed}).
 *
 * <p>If the input goes back, {@link InputPosition} tells why. If Kafka has forgotten the group's offsets, the records that the state
 * includes are passed over. If the topic was made anew or has lost its end, the stamps are those of other records: all slots forget theirs,
 * and all records that are read count.
 *
 * <p>Exactly once, output, blocks and offsets are one transaction, so nothing waits for anything: all tasks of a thread commit
 * together, and the first of them to be asked sends what all have ({@link Siblings}), which is then one round trip to Kafka rather
 * than two for each task.
 *
 * <p>Keys in the changelog are described at {@link BlockWriter}: a block's number has the tier's number (0 is the working set itself)
 * in its upper 6 bits; negative ones are the copies of the common state. A record that Kafka refuses ends the task: what is dirty
 * stays so until a commit.
 *
 * @param <W> the working set
 */
public final class BlockStore<W extends WorkingSet>
        implements Checkpoint, StateStore, CachedStateStore<Object, Object> {

    /** The tier's number stands above these bits of a key, the block's in them. */
    private static final int BLOCK_BITS = 26;

    private static final Logger LOG = LoggerFactory.getLogger(BlockStore.class);

    private static final int MAX_TIERS = 1 << (31 - BLOCK_BITS);
    private static final long NONE = CommonCopies.NONE;

    private final String name;
    private final W workingSet;
    private final boolean logged;
    private final TierBlocks[] tiers;
    private final CommonCopies common;

    private boolean isRestored;

    private final InputPosition position = new InputPosition();

    /** The time of the record at {@link InputPosition#offset}. */
    private long recordMillis;

    private InputLog log = InputLog.UNKNOWN;
    private long missed;
    private boolean isOtherLog;
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
        List<Tier> all = Stream.concat(Stream.of(workingSet), workingSet.downstream().stream())
                .toList();
        if (all.size() > MAX_TIERS) {
            throw new IllegalArgumentException(name + ": " + all.size() + " tiers, at most " + MAX_TIERS);
        }
        this.tiers = IntStream.range(0, all.size())
                .mapToObj(tier -> new TierBlocks(
                        all.get(tier), workingSet.layout(), tier << BLOCK_BITS, this::send, this::nameOf))
                .toArray(TierBlocks[]::new);
        this.common = new CommonCopies(workingSet, this::send, this::nameOf);
    }

    private String nameOf(int key) {
        return "changelog of " + name + ", " + (key < 0 ? "common state " : "block ") + key;
    }

    /** The working set, as of what was restored. Callers that retain the store may access it only inside {@link #process}. */
    public W workingSet() {
        readRestored();
        return workingSet;
    }

    private void readRestored() {
        if (isRestored) {
            isRestored = false;
            for (TierBlocks tier : tiers) {
                tier.readRestored();
            }
        }
    }

    /**
     * Processes a record of the task's one input partition: all that it changes in the working set and all that it has
     * forwarded, {@code effect} does. What {@code effect} throws is thrown on; after a {@link KafkaException} or an error nothing is
     * saved any more, because the task is being closed in the midst of the record. A record that all of the state includes is passed over.
     */
    public void process(long recordOffset, Runnable effect) {
        if (!begin(recordOffset)) {
            return;
        }
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

    /** Returns false if the record is to be passed over. */
    private boolean begin(long recordOffset) {
        readRestored();
        if (!position.hasRead()) {
            position.restored(common.read(recordOffset, isTransactional || log != InputLog.UNKNOWN));
            recordMillis = common.millis();
        }
        long before = position.offset();
        RecordMetadata from = Objects.requireNonNull(context).recordMetadata().orElseThrow();
        InputPosition.Step step = position.read(from, log, record -> record.millis() == recordMillis);
        missed = before == NONE ? 0 : Math.max(0, recordOffset - before - 1);
        isOtherLog = step == InputPosition.Step.PROCESS_OTHER_LOG;
        if (isOtherLog) {
            rewind(before, from);
        }
        if (isTransactional && !isUnsaved) {
            // Also where records are passed over: then both copies of the common state are to be as of all of them.
            isUnsaved = true;
            Siblings.add(this);
        }
        if (step == InputPosition.Step.PASS_OVER) {
            return false;
        }
        recordMillis = context.timestamp();
        for (TierBlocks tier : tiers) {
            tier.begin(recordOffset);
        }
        inRecord = true;
        return true;
    }

    /** The topic was made anew, or has lost its end: the offsets that the state includes are those of other records. */
    private void rewind(long before, RecordMetadata to) {
        LOG.error(
                "{}: {}/{} went back from offset {} to {}: the topic was made anew, or has lost its end. The state stays, and the"
                        + " records from there on count, though some may be counted already",
                name,
                to.topic(),
                to.partition(),
                before,
                to.offset());
        for (TierBlocks tier : tiers) {
            tier.rewind();
        }
        missed = 1;
        flushedOffset = NONE;
        committedOffset = NONE;
    }

    /**
     * How many records right before the one in process were deleted before the task read them; one if the input went back, as nobody knows
     * how many then. For input topics whose offsets have no holes: neither compacted nor written in transactions.
     */
    public long missed() {
        return missed;
    }

    /** Whether the record in process is the first of another log than the one before. */
    public boolean isOtherLog() {
        return isOtherLog;
    }

    /** Asks this log why the input goes back. */
    public void reads(InputLog input) {
        log = input;
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
    public boolean mayBeIncluded() {
        for (TierBlocks tier : tiers) {
            if (position.offset() <= tier.replayUntil()) {
                return true;
            }
        }
        return false;
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
            // The transaction before this one is committed, or the task would have been closed.
            if (committedOffset != flushedOffset) {
                committedOffset = flushedOffset;
                common.commit();
            }
            save();
            saved();
        }
    }

    private void save() {
        // A record in progress is one that Kafka failed, for which the task is being closed: half of it must not be
        // saved.
        if (inRecord || context == null || !position.hasRead()) {
            return;
        }
        // Of all tiers or of none: what one frees, another may have to save.
        if (Stream.of(tiers).allMatch(tier -> committedOffset > tier.replayUntil())) {
            for (TierBlocks tier : tiers) {
                tier.release(committedOffset);
            }
        }
        flushedOffset = position.offset();
        if (logged) {
            sendTiers(((RecordCollector.Supplier) context).recordCollector());
            common.send(position.offset(), recordMillis);
        }
    }

    /** Before the blocks of a tier are sent, all output and all that is downstream of it is acknowledged: at least once. */
    private void sendTiers(RecordCollector collector) {
        for (int tier = tiers.length - 1; tier >= 0; tier--) {
            if (!isTransactional && (tiers[tier].isDirty() || tier == 0)) {
                collector.flush();
            }
            try {
                tiers[tier].sendDirty();
            } catch (IOException e) {
                throw new UncheckedIOException("memory streams do not fail", e);
            }
        }
    }

    private void saved() {
        for (TierBlocks tier : tiers) {
            tier.saved();
        }
    }

    /** Kafka Streams has committed the offsets that belong to the last {@link #flushCache()}; at least once only. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (isTransactional || flushedOffset == NONE) {
            return;
        }
        committedOffset = flushedOffset;
        common.commit();
        saved();
    }

    private void send(byte[] key, byte @Nullable [] value) {
        InternalProcessorContext<?, ?> to = Objects.requireNonNull(context);
        // The broker refuses a record an hour ahead of its clock: one of the two clocks may be wrong.
        long millis = Math.max(0, Math.min(to.currentStreamTimeMs(), to.currentSystemTimeMs()));
        to.logChange(name, Bytes.wrap(key), value, millis, new RecordHeaders(), Position.emptyPosition());
    }

    /** Kafka Streams restores a changelog record; the later of two for a key wins. */
    public void restore(byte[] key, byte @Nullable [] value) {
        position.forget();
        int block = ByteBuffer.wrap(key).getInt();
        if (block < 0) {
            common.restore(key, value);
            return;
        }
        int tier = block >>> BLOCK_BITS;
        if (tier >= tiers.length) {
            throw new UnusableStateException(nameOf(block) + ": not a block of this Weir");
        }
        tiers[tier].restore(key, value);
        isRestored = true;
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
        common.forget();
        isRestored = false;
        position.forget();
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
