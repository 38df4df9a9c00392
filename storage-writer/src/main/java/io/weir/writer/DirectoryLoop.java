package io.weir.writer;

import io.weir.contract.consumer.GroupOffsets;
import io.weir.contract.service.Health;
import io.weir.contract.service.Silence;
import io.weir.contract.topic.BatchHeaders;
import io.weir.writer.DirectoryTarget.Partition;
import io.weir.writer.store.directory.PartitionFiles;
import io.weir.writer.store.directory.PartitionLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes records into the open ranges of a directory: an archive, or files of lines. Completes a
 * range when it is old, or the largest when all are too large. The directory keeps the
 * offset at which each partition continues. It is also committed, so that the lag can be measured; if the group's is
 * later, reading continues there. A partition whose files
 * cannot be written is not read; the others are, as long as its lines leave them memory.
 */
final class DirectoryLoop implements TopicLoop, ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLoop.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final DirectoryTarget target;
    private final DirectoryPositions positions;
    private final StoreState state;
    /** Of the directory, while no partition is open. */
    private final Trouble directory;

    private final Map<TopicPartition, Assigned> assigned = new HashMap<>();
    private final GroupOffsets complete;
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile boolean hasJoined;

    /** A partition, its files once they are open, and when its range got its first record. */
    private final class Assigned {
        private final TopicPartition partition;
        private final Trouble trouble = new Trouble(state);
        private @Nullable Partition open;
        private boolean isBegun;
        private long beganNanos;

        Assigned(TopicPartition partition) {
            this.partition = partition;
        }

        private boolean isReadable() {
            return open != null && !trouble.isThere();
        }

        private long memory() {
            return open == null ? 0 : open.files().memory();
        }
    }

    /**
     * Joins no group before {@link #join}.
     *
     * @param consumer must not reset offsets automatically
     */
    DirectoryLoop(
            Consumer<byte[], byte[]> consumer,
            String topic,
            DirectoryTarget target,
            DirectoryPositions positions,
            StoreState state) {
        this.consumer = consumer;
        this.topic = topic;
        this.target = target;
        this.positions = positions;
        this.state = state;
        this.directory = new Trouble(state);
        this.complete = new GroupOffsets(consumer, "the directory itself knows where it continues");
    }

    @Override
    public void join() {
        consumer.subscribe(List.of(topic), this);
        directory.attempt(target::check);
    }

    @Override
    public void turn() {
        directory.retry();
        for (Assigned each : assigned.values()) {
            each.trouble.retry();
            if (each.open == null && !each.trouble.isThere()) {
                each.trouble.attempt(() -> open(each));
            }
        }
        completeDue();
        pauseOrResume();
        for (ConsumerRecord<byte[], byte[]> read : poll()) {
            add(read);
        }
        target.keepRefused();
        kafka = silence.after(consumer.metrics(), System.nanoTime());
    }

    /** Completes all ranges, so that a stop does not make the next start read them again. */
    @Override
    public void leave() {
        completeAll();
        closeAll();
        consumer.close(CloseOptions.timeout(CLOSE_WITHIN));
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public Health kafka() {
        return kafka;
    }

    @Override
    public boolean hasJoined() {
        return hasJoined;
    }

    /** Reads nothing before the directory has said where the partition continues. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        LOG.info("partitions assigned topic={} count={}", topic, partitions.size());
        consumer.pause(partitions);
        for (TopicPartition partition : partitions) {
            consumer.seek(partition, 0);
            assigned.put(partition, new Assigned(partition));
        }
        hasJoined = true;
    }

    /** Eager rebalance: all partitions are revoked. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        completeAll();
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        hasJoined = false;
        complete.remove(partitions);
        closeAll();
        directory.attempt(target::check);
    }

    /** Reads partitions without trouble, unless the lines of the others fill the memory. */
    private void pauseOrResume() {
        long stuck = 0;
        for (Assigned each : assigned.values()) {
            stuck += each.trouble.isThere() ? each.memory() : 0;
        }
        boolean isFull = stuck > target.memory() / 4 * 3;
        Set<TopicPartition> readable = new HashSet<>();
        assigned.forEach((partition, each) -> {
            if (!isFull && each.isReadable()) {
                readable.add(partition);
            }
        });
        Set<TopicPartition> others = new HashSet<>(consumer.assignment());
        others.removeAll(readable);
        consumer.pause(others);
        consumer.resume(readable);
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(IDLE);
        } catch (OffsetOutOfRangeException e) {
            String topicId = positions.topicId(topic);
            for (TopicPartition partition : e.offsetOutOfRangePartitions().keySet()) {
                Assigned read = assigned.get(partition);
                if (read != null && read.open != null) {
                    read.trouble.attempt(() -> endAt(e, topicId, read));
                    // Until it is opened again.
                    consumer.pause(List.of(partition));
                    consumer.seek(partition, 0);
                }
            }
            return ConsumerRecords.empty();
        }
    }

    /** Records before a gap become a range of their own. After a lost end, another log begins. */
    private void endAt(OffsetOutOfRangeException gap, String topicId, Assigned read) throws IOException {
        complete(read);
        Partition open = read.open;
        if (open != null
                && gap instanceof LogTruncationException lost
                && topicId.equals(open.log().topicId())) {
            OffsetAndMetadata differs = lost.divergentOffsets().getOrDefault(read.partition, new OffsetAndMetadata(0));
            open.log().beginNext(differs.offset(), differs.leaderEpoch().orElse(PartitionLog.UNKNOWN));
        }
        close(read);
    }

    private void add(ConsumerRecord<byte[], byte[]> read) {
        Assigned partition = assigned.get(new TopicPartition(topic, read.partition()));
        if (partition == null || partition.open == null) {
            throw new IllegalStateException("partition " + read.partition() + " is not open");
        }
        if (!partition.isBegun) {
            partition.isBegun = true;
            partition.beganNanos = System.nanoTime();
        }
        target.add(partition.open, read, BatchHeaders.lines(read.headers()));
    }

    private void open(Assigned each) throws IOException {
        TopicPartition partition = each.partition;
        DirectoryPositions.Kafka known = positions.read(consumer, partition);
        Partition open = target.open(known.topicId(), partition);
        PartitionFiles files = open.files();
        try {
            OffsetAndMetadata position = positions.position(partition, open.log(), files.next(), known);
            if (files.next().equals(OptionalLong.of(position.offset()))) {
                files.begin(position.offset());
            } else {
                open.log().add(position.offset() - 1, position.leaderEpoch().orElse(PartitionLog.UNKNOWN));
                open.log().save(files.next());
                files.skipTo(position.offset());
            }
            consumer.seek(partition, position);
            each.open = open;
            if (known.isRecreated()) {
                // Even if no record follows, the next start must not report it again.
                complete.set(partition, DirectoryPositions.committable(open.log(), position.offset()));
            }
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private void completeDue() {
        long now = System.nanoTime();
        long memory = 0;
        Assigned largest = null;
        for (Assigned each : assigned.values()) {
            boolean isOld = each.isBegun && now - each.beganNanos > target.everyNanos();
            if (isOld && !each.trouble.isThere()) {
                each.trouble.attempt(() -> complete(each));
            }
            memory += each.memory();
            if (each.isReadable() && (largest == null || each.memory() > largest.memory())) {
                largest = each;
            }
        }
        if (memory > target.memory() && largest != null) {
            Assigned due = largest;
            due.trouble.attempt(() -> complete(due));
        }
    }

    private void complete(Assigned read) throws IOException {
        completeRange(read);
        complete.commit();
        read.isBegun = false;
    }

    private void completeRange(Assigned read) throws IOException {
        Partition open = read.open;
        if (read.isBegun && open != null) {
            long next = target.complete(open);
            complete.set(read.partition, DirectoryPositions.committable(open.log(), next));
        }
    }

    private void completeAll() {
        assigned.forEach((partition, read) -> {
            try {
                completeRange(read);
            } catch (IOException e) {
                LOG.info("lines in memory will be read again partition={} reason={}", partition, e.toString());
            }
        });
        complete.commitAndWait();
    }

    private void closeAll() {
        for (Assigned each : assigned.values()) {
            close(each);
            each.trouble.end();
        }
        assigned.clear();
    }

    private static void close(Assigned partition) {
        Partition open = partition.open;
        partition.open = null;
        partition.isBegun = false;
        try {
            if (open != null) {
                open.files().close();
            }
        } catch (IOException e) {
            LOG.warn("closing failed", e);
        }
    }
}
