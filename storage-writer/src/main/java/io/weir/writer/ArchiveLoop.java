package io.weir.writer;

import io.weir.contract.service.Health;
import io.weir.contract.service.Silence;
import io.weir.contract.topic.BatchHeaders;
import io.weir.writer.store.archive.PartitionArchive;
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
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes records into the open ranges of an archive, and completes a range when it is old, or the largest when
 * all are too large. The archive itself says where a partition continues; offsets are committed for those who
 * measure the lag.
 * Runs in one thread, except {@link #wakeUp}, {@link #hasJoined} and {@link #kafka}.
 */
final class ArchiveLoop implements TopicLoop, ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(ArchiveLoop.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final ArchiveTarget target;
    private final ArchivePositions positions;
    private final Map<TopicPartition, OpenPartition> open = new HashMap<>();
    /** Assigned partitions that are not open yet. */
    private final Set<TopicPartition> waiting = new HashSet<>();

    private final Trouble trouble;
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile boolean hasJoined;

    /** A partition's archive, and when its range got its first record. */
    private static final class OpenPartition {
        private final PartitionArchive archive;
        private boolean isBegun;
        private long beganNanos;

        OpenPartition(PartitionArchive archive) {
            this.archive = archive;
        }
    }

    /**
     * Joins no group before {@link #join}.
     *
     * @param consumer must not reset offsets automatically
     */
    ArchiveLoop(
            Consumer<byte[], byte[]> consumer,
            String topic,
            ArchiveTarget target,
            ArchivePositions positions,
            StoreState state) {
        this.consumer = consumer;
        this.topic = topic;
        this.target = target;
        this.positions = positions;
        this.trouble = new Trouble(state);
    }

    @Override
    public void join() {
        consumer.subscribe(List.of(topic), this);
        trouble.attempt(target::check);
    }

    @Override
    public void turn() {
        trouble.retry();
        if (!trouble.isThere()) {
            openWaiting();
            completeDue();
        }
        if (trouble.isThere()) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(open.keySet());
        }
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
        consumer.close(CloseOptions.timeout(COMMIT_WITHIN));
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

    /** Reads nothing before the archive has said where the partition continues. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        LOG.info("partitions assigned topic={} count={}", topic, partitions.size());
        consumer.pause(partitions);
        partitions.forEach(partition -> consumer.seek(partition, 0));
        waiting.addAll(partitions);
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
        closeAll();
        waiting.clear();
        trouble.replace(target::check);
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(IDLE);
        } catch (OffsetOutOfRangeException e) {
            // Records before the gap become a range of their own.
            for (TopicPartition partition : e.offsetOutOfRangePartitions().keySet()) {
                OpenPartition read = open.get(partition);
                if (read != null && trouble.attempt(() -> complete(partition, read))) {
                    consumer.pause(List.of(partition));
                    consumer.seek(partition, 0);
                    close(read);
                    open.remove(partition);
                    waiting.add(partition);
                }
            }
            return ConsumerRecords.empty();
        }
    }

    private void add(ConsumerRecord<byte[], byte[]> read) {
        OpenPartition partition = open.get(new TopicPartition(topic, read.partition()));
        if (partition == null) {
            throw new IllegalStateException("partition " + read.partition() + " is not open");
        }
        if (!partition.isBegun) {
            partition.isBegun = true;
            partition.beganNanos = System.nanoTime();
        }
        target.add(partition.archive, read, BatchHeaders.lines(read.headers()));
    }

    private void openWaiting() {
        for (TopicPartition partition : List.copyOf(waiting)) {
            if (!trouble.attempt(() -> open(partition))) {
                return;
            }
        }
    }

    private void open(TopicPartition partition) throws IOException {
        ArchivePositions.Kafka known = positions.read(consumer, partition);
        PartitionArchive archive = target.open(known.topicId(), partition);
        try {
            long position = positions.position(partition, archive.next(), known);
            if (archive.next().equals(OptionalLong.of(position))) {
                archive.begin(position);
            } else {
                archive.skipTo(position);
            }
            consumer.seek(partition, position);
            open.put(partition, new OpenPartition(archive));
            waiting.remove(partition);
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    private void completeDue() {
        long now = System.nanoTime();
        long memory = 0;
        for (Map.Entry<TopicPartition, OpenPartition> each : open.entrySet()) {
            OpenPartition partition = each.getValue();
            boolean isOld = partition.isBegun && now - partition.beganNanos > target.everyNanos();
            if (isOld && !trouble.attempt(() -> complete(each.getKey(), partition))) {
                return;
            }
            memory += partition.archive.memory();
        }
        if (memory > target.memory()) {
            open.entrySet().stream()
                    .max(Map.Entry.comparingByValue(
                            (one, other) -> Long.compare(one.archive.memory(), other.archive.memory())))
                    .ifPresent(largest -> trouble.attempt(() -> complete(largest.getKey(), largest.getValue())));
        }
    }

    private void complete(TopicPartition partition, OpenPartition read) throws IOException {
        if (read.isBegun) {
            long next = target.complete(read.archive);
            consumer.commitAsync(Map.of(partition, new OffsetAndMetadata(next)), (offsets, failure) -> {
                if (failure != null) {
                    // The archive itself knows where it continues.
                    LOG.debug("commit failed", failure);
                }
            });
        }
        read.isBegun = false;
    }

    private void completeAll() {
        Map<TopicPartition, OffsetAndMetadata> complete = new HashMap<>();
        open.forEach((partition, read) -> {
            try {
                if (read.isBegun) {
                    complete.put(partition, new OffsetAndMetadata(target.complete(read.archive)));
                }
            } catch (IOException e) {
                LOG.info("lines in memory will be read again partition={} reason={}", partition, e.toString());
            }
        });
        commitAndWait(complete);
    }

    private void commitAndWait(Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            if (!offsets.isEmpty()) {
                consumer.commitSync(offsets, COMMIT_WITHIN);
            }
        } catch (WakeupException e) {
            commitAndWait(offsets);
        } catch (KafkaException e) {
            LOG.info("commit failed; the archive itself knows where it continues reason={}", e.toString());
        }
    }

    private void closeAll() {
        open.values().forEach(ArchiveLoop::close);
        open.clear();
    }

    private static void close(OpenPartition partition) {
        try {
            partition.archive.close();
        } catch (IOException e) {
            LOG.warn("closing failed", e);
        }
    }
}
