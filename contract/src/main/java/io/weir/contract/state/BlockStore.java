package io.weir.contract.state;

import io.weir.contract.topic.InputNumber;
import io.weir.contract.topic.LeaderEpoch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Saves a {@link WorkingSet} into a changelog topic, in blocks of slots, and restores it exactly.
 *
 * <p>At a commit, Kafka Streams (4.3, {@code StreamTask.prepareCommit}) calls {@link #flushCache()}
 * of all {@link CachedStateStore}s, flushes its producer, commits the input offsets and (at least
 * once) calls {@link #commit}. In {@code flushCache}, this store waits until all output is
 * acknowledged, then sends the dirty blocks. Each slot in a block is stamped with the input offset
 * that it includes. After a crash the input is read again from the committed offset.
 * {@link #includes} detects saved records, so that at-least-once delivery is exact.
 *
 * <p>The last tier is sent first, and acknowledged before the next is sent. If a slot includes a
 * record, all downstream slots that the record reached include it as well, and the record may be
 * skipped as a whole.
 *
 * <p>Each checkpoint saves the common state, which must match the committed offset
 * ({@link CommonCopies}). The stamp of the common state reveals records that were deleted unread
 * ({@link #missed}). {@link InputPosition} explains why the input may go back, and
 * {@link LastIncluded} how lost records may be replaced.
 *
 * <p>With exactly-once, output, blocks and offsets are one transaction, and nothing waits. The
 * first {@code flushCache} saves all tasks of the thread ({@link TransactionPeers}), in one round trip to
 * Kafka instead of two for each task.
 *
 * @param <W> the working set
 */
public final class BlockStore<W extends WorkingSet> extends UncachedStore implements Checkpoint {

    private static final long NONE = CommonCopies.NONE;

    private final String name;
    private final W workingSet;
    private final boolean logged;
    private final TierBlocks[] tiers;
    private final CommonCopies common;
    private final ChangelogFence fence;
    private final ChangelogReader reader;

    private final InputPosition position = new InputPosition();

    /** The time of the record at {@link InputPosition#offset}. */
    private long recordMillis;

    /** How often the input was another log than before. */
    private int generation;

    /** The {@link InputNumber} of the record at {@link InputPosition#offset}. */
    private long inputNumber = NONE;

    private final LastIncluded lastIncluded = new LastIncluded();
    private InputLog log = InputLog.UNKNOWN;
    private long missed;
    private boolean isRewound;
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
        if (all.size() > ChangelogReader.MAX_TIERS) {
            throw new IllegalArgumentException(
                    name + ": " + all.size() + " tiers, at most " + ChangelogReader.MAX_TIERS);
        }
        this.tiers = IntStream.range(0, all.size())
                .mapToObj(tier -> new TierBlocks(
                        all.get(tier), workingSet.layout(), ChangelogReader.firstKey(tier), this::send, this::nameOf))
                .toArray(TierBlocks[]::new);
        this.common = new CommonCopies(workingSet, this::send, this::nameOf);
        this.fence = new ChangelogFence(name);
        this.reader = new ChangelogReader(tiers, common, fence, this::nameOf);
    }

    private String nameOf(int key) {
        return "changelog of " + name + ", " + (key < 0 ? "common state " : "block ") + key;
    }

    /** Callers that retain the store may access the set only inside {@link #process}. */
    public W workingSet() {
        reader.finish();
        return workingSet;
    }

    /**
     * Processes a record of the task's only input partition; {@code effect} makes all changes and
     * output. Its exceptions are rethrown. After a {@link KafkaException} or an error, nothing is
     * saved any more, because the task closes within the record. A record that the whole state
     * includes is skipped.
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

    /** Returns false if the record must be skipped. */
    private boolean begin(long recordOffset) {
        InternalProcessorContext<?, ?> task = Objects.requireNonNull(context);
        if (logged && !isTransactional) {
            fence.enter(task);
        }
        reader.finish();
        if (!position.hasRead()) {
            position.restored(common.read(recordOffset, isTransactional || log != InputLog.UNKNOWN));
            recordMillis = common.millis();
            generation = common.generation();
        }
        long before = position.offset();
        RecordMetadata from = task.recordMetadata().orElseThrow();
        InputPosition.Step step = position.read(from, log, record -> record.millis() == recordMillis);
        missed = before == NONE ? 0 : Math.max(0, recordOffset - before - 1);
        boolean isOtherLog = step == InputPosition.Step.PROCESS_OTHER_LOG;
        generation += isOtherLog ? 1 : 0;
        long number = InputNumber.of(generation, LeaderEpoch.of(task.headers()), recordOffset);
        isRewound = isOtherLog || (step == InputPosition.Step.PROCESS && lastIncluded.isReplacedBy(number));
        if (isRewound) {
            InputPosition.logRewind(name, from);
            rewind();
        }
        if (isTransactional && !isUnsaved) {
            // Also for skipped records: both common copies must then include all of them.
            isUnsaved = true;
            TransactionPeers.add(this::saveInTransaction);
        }
        if (step == InputPosition.Step.PASS_OVER) {
            return false;
        }
        recordMillis = task.timestamp();
        inputNumber = number;
        lastIncluded.add(number);
        for (TierBlocks tier : tiers) {
            tier.begin(recordOffset);
        }
        inRecord = true;
        return true;
    }

    /** The topic was recreated, or lost its end: the stamps belong to other records. */
    private void rewind() {
        for (TierBlocks tier : tiers) {
            tier.rewind();
        }
        lastIncluded.forget();
        missed = 1;
        flushedOffset = NONE;
        committedOffset = NONE;
    }

    /**
     * The number of records right before the current one that were deleted unread; one if the topic
     * was recreated, or lost its end, because the number is then unknown. Only for input topics
     * without gaps in the offsets: neither compacted nor transactional.
     */
    public long missed() {
        return missed;
    }

    /** Whether the current record is the first one after the topic was recreated, or lost its end. */
    public boolean isRewound() {
        return isRewound;
    }

    /**
     * The number of the current record in its input, by which readers of the output recognize what was
     * written twice.
     */
    public long inputNumber() {
        return inputNumber;
    }

    /** Sets the log that is queried if the input goes back. */
    public void reads(InputLog input) {
        log = input;
    }

    /** The checkpoint of a downstream tier, numbered as in {@link WorkingSet#downstream}. */
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
            TransactionPeers.save();
        } else {
            save();
        }
    }

    /** Saves changes since the last commit into the open transaction; does nothing if closed. */
    private void saveInTransaction() {
        if (open && isUnsaved) {
            isUnsaved = false;
            // The previous transaction is committed; otherwise the task would have been closed.
            if (committedOffset != flushedOffset) {
                committedOffset = flushedOffset;
                common.commit();
            }
            save();
            saved();
        }
    }

    private void save() {
        // The task is being closed because Kafka failed the current record. Half of it must not be
        // saved.
        if (inRecord || context == null || !position.hasRead()) {
            return;
        }
        // All tiers or none: a release in one tier may add entries to another.
        if (Stream.of(tiers).allMatch(tier -> committedOffset > tier.replayUntil())) {
            for (TierBlocks tier : tiers) {
                tier.release(committedOffset);
            }
        }
        flushedOffset = position.offset();
        if (logged) {
            sendTiers(((RecordCollector.Supplier) context).recordCollector());
            common.send(generation, position.offset(), recordMillis);
        }
    }

    /** At least once, all output and downstream tiers are acknowledged before a tier is sent. */
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

    /** At least once, called when the offsets of the last {@link #flushCache()} are committed. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (isTransactional || flushedOffset == NONE) {
            return;
        }
        committedOffset = flushedOffset;
        common.commit();
        saved();
        if (fence.committed(Objects.requireNonNull(context))) {
            for (TierBlocks tier : tiers) {
                tier.touchAll();
            }
        }
    }

    private void send(byte[] key, byte @Nullable [] value) {
        InternalProcessorContext<?, ?> to = Objects.requireNonNull(context);
        // The broker refuses a record an hour ahead of its clock. Either clock may be wrong.
        long millis = Math.max(0, Math.min(to.currentStreamTimeMs(), to.currentSystemTimeMs()));
        fence.send(to, key, value, millis, lastIncluded.headers());
    }

    /** Restores the next record of the changelog, unless it is stale ({@link ChangelogFence}). */
    void restore(ConsumerRecord<byte[], byte[]> record) {
        position.forget();
        if (reader.read(record)) {
            lastIncluded.restore(record.headers());
        }
    }

    /** Restores a changelog record; the latest record of a key wins. */
    public void restore(byte[] key, byte @Nullable [] value) {
        position.forget();
        reader.read(key, value);
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
        stateStoreContext.register(
                root, (RecordBatchingStateRestoreCallback) records -> records.forEach(this::restore));
    }

    /** A task revived after an error starts again on this store and restores it. */
    private void forget() {
        workingSet.reset();
        for (TierBlocks tier : tiers) {
            tier.forget();
        }
        common.forget();
        fence.forget();
        reader.forget();
        position.forget();
        lastIncluded.forget();
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
    public boolean isOpen() {
        return open;
    }
}
