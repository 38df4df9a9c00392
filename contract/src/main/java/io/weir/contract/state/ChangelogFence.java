package io.weir.contract.state;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.query.Position;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognizes changelog records of an instance that lost the task, but does not know it yet. Kafka
 * refuses its offsets, and accepts its records.
 *
 * <p>Each record has the <em>epoch</em> of its owner in a header. An owner <em>claims</em> the
 * changelog before it processes its first record: it sends a record without content in an epoch
 * above all that it restored. The claim is valid if its offset follows the last restored record. So
 * all records of a valid epoch up to the next valid claim were restored by the next owner, and
 * those after the claim are <em>stale</em>: their epoch is below one that is before them in the
 * changelog. A restore ignores them.
 *
 * <p>A stale record may let Kafka compact away the one that it seems to replace. So the owner
 * compares the offsets of its records with their number. After a gap, it first <em>rewrites</em> all
 * blocks from its memory, which is right. Then it restores the changelog again, to learn the keys of
 * stale records, and its next checkpoint replaces these.
 *
 * <p>Records without an epoch are of an earlier version of Weir, and always accepted. For
 * at-least-once; Kafka's transactions fence the others. Not thread-safe.
 */
final class ChangelogFence {

    private static final Logger LOG = LoggerFactory.getLogger(ChangelogFence.class);

    private static final String EPOCH = "epoch";
    private static final long NONE = -1;

    /** The key of a part that never exists: every version of Weir ignores its deletion. */
    private static final byte[] CLAIM = BlockWriter.partKey(Integer.MIN_VALUE, -1, -1, -1);

    private final String store;

    /** The newest epoch in the changelog. */
    private long newest;

    /** The epoch of this owner; {@link #NONE} before its claim. */
    private long own;

    /** The offset after the last record that was restored or acknowledged. */
    private long end;

    /** The number of records that were sent since. */
    private long sent;

    private long stale;

    /** Another instance wrote after the claim: the next checkpoint is to have all blocks. */
    private boolean isDisturbed;

    /** The task must be restored again. */
    private boolean isOutdated;

    ChangelogFence(String store) {
        this.store = store;
        forget();
    }

    /** Receives the next record of the changelog; returns false if it is stale. */
    boolean restore(ConsumerRecord<byte[], byte[]> record) {
        end = record.offset() + 1;
        sent = 0;
        own = NONE;
        Header header = record.headers().lastHeader(EPOCH);
        if (header == null) {
            return true;
        }
        long epoch = ByteBuffer.wrap(header.value()).getLong();
        if (epoch < newest) {
            stale++;
            return false;
        }
        newest = epoch;
        return true;
    }

    /**
     * Claims the changelog, unless this owner has done so; waits for Kafka.
     *
     * @throws TaskCorruptedException if another instance wrote to the changelog between the restore
     *     and the claim, or if it wrote later and all blocks are rewritten. Kafka Streams then
     *     restores the task again
     */
    void enter(InternalProcessorContext<?, ?> task) {
        if (own == NONE) {
            if (stale > 0) {
                LOG.warn(
                        "{}, task {}: ignored {} records in the changelog that an instance wrote after it had lost"
                                + " the task",
                        store,
                        task.taskId(),
                        stale);
                stale = 0;
            }
            own = newest + 1;
            send(task, CLAIM, null, task.currentSystemTimeMs(), new RecordHeaders());
            collector(task).flush();
            isOutdated = hasGap(task);
        }
        if (isOutdated) {
            LOG.warn(
                    "{}, task {}: another instance wrote to the changelog, because it lost the task and did not know"
                            + " it yet. The state is restored again",
                    store,
                    task.taskId());
            throw new TaskCorruptedException(Set.of(task.taskId()));
        }
    }

    /** Sends a record of this owner, and adds its epoch to {@code headers}. */
    void send(InternalProcessorContext<?, ?> task, byte[] key, byte @Nullable [] value, long millis, Headers headers) {
        if (own != NONE) {
            headers.add(EPOCH, ByteBuffer.allocate(Long.BYTES).putLong(own).array());
            sent++;
        }
        task.logChange(store, Bytes.wrap(key), value, millis, headers, Position.emptyPosition());
    }

    /**
     * A checkpoint is acknowledged and belongs to a commit. Returns true if another instance wrote
     * meanwhile: the next checkpoint must rewrite all blocks.
     */
    boolean committed(InternalProcessorContext<?, ?> task) {
        if (own == NONE || sent == 0) {
            return false;
        }
        boolean isRewritten = isDisturbed;
        isDisturbed = hasGap(task);
        isOutdated |= isRewritten;
        return isDisturbed;
    }

    /** All sent records are acknowledged: whether others are between them. */
    private boolean hasGap(InternalProcessorContext<?, ?> task) {
        TopicPartition changelog = new TopicPartition(
                Objects.requireNonNull(task.changelogFor(store)), task.taskId().partition());
        long last = Objects.requireNonNullElse(collector(task).offsets().get(changelog), Long.MAX_VALUE - 1);
        // The offsets are smaller if the topic lost its end, which does not indicate another instance.
        boolean hasGap = last + 1 > end + sent;
        end = last + 1;
        sent = 0;
        return hasGap;
    }

    private static RecordCollector collector(InternalProcessorContext<?, ?> task) {
        return ((RecordCollector.Supplier) task).recordCollector();
    }

    /** Forgets the content of the changelog. */
    void forget() {
        newest = 0;
        own = NONE;
        end = 0;
        sent = 0;
        stale = 0;
        isDisturbed = false;
        isOutdated = false;
    }
}
