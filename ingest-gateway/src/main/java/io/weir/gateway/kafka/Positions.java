package io.weir.gateway.kafka;

import static java.util.Objects.requireNonNull;

import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.service.MissedRecords;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Start positions of partitions: the committed offset, or the available records if that offset is
 * gone; the gap is then reported. Belongs to the reading thread.
 */
final class Positions {
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String LOST_END = "the topic lost its end";

    private final Consumer<?, ?> consumer;
    private final TopicSource source;
    private final GroupAdmin admin;
    private final MissedRecords missed;
    private final Map<TopicPartition, SourceLog> logs;
    private final BiConsumer<TopicPartition, SourcePosition> begun;
    private final Map<TopicPartition, String> origins = new HashMap<>();
    private long lookAgainNanos;

    /**
     * Seeks with this consumer.
     *
     * @param logs those that the input has read; changed
     * @param begun notified of each position that is sought
     */
    Positions(
            Consumer<?, ?> consumer,
            TopicSource source,
            GroupAdmin admin,
            MissedRecords missed,
            Map<TopicPartition, SourceLog> logs,
            BiConsumer<TopicPartition, SourcePosition> begun) {
        this.consumer = consumer;
        this.source = source;
        this.admin = admin;
        this.missed = missed;
        this.logs = logs;
        this.begun = begun;
        this.lookAgainNanos = System.nanoTime() + LOOK_EVERY_NANOS;
    }

    /** The permanent name of a partition's log. */
    String origin(TopicPartition partition) {
        return origins.getOrDefault(partition, "");
    }

    /** The position after this record, which was read last. */
    SourcePosition after(ConsumerRecord<?, ?> record) {
        SourceLog log = requireNonNull(logs.get(new TopicPartition(record.topic(), record.partition())));
        return new SourcePosition(log, record.offset() + 1, record.leaderEpoch());
    }

    /** Starts to read partitions where the last reader ended. */
    void begin(Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> committed = admin.committed(source.group());
        Map<String, String> current = admin.topicIds(topicsOf(partitions));
        Ends ends = new Ends(partitions);
        for (TopicPartition partition : partitions) {
            String id = current.getOrDefault(partition.topic(), partition.topic());
            OffsetAndMetadata last = committed.get(partition);
            if (last == null) {
                begin(partition, id, ends);
            } else {
                SourcePosition position = SourcePosition.read(last);
                SourcePosition ofOthers = new SourcePosition(new SourceLog(id, 0), last.offset());
                goOn(partition, position == null ? ofOthers : position, id, ends);
            }
        }
    }

    /** The group has no offset. Kafka deletes those of a deleted topic. */
    private void begin(TopicPartition partition, String id, Ends ends) {
        SourceLog before = logs.get(partition);
        if (before != null && !before.topicId().equals(id)) {
            beginAnew(partition, ends.first(partition), id, ends);
        } else {
            long from = source.beginsAtEnd() ? ends.end(partition) : ends.first(partition);
            read(partition, new SourcePosition(new SourceLog(id, 0), from));
        }
    }

    /** Continues at the available records, or at the first that differs from the one that was read. */
    void outOfRange(OffsetOutOfRangeException gap) {
        outOfRange(gap.offsetOutOfRangePartitions(), gap instanceof LogTruncationException lost ? lost : null);
    }

    private void outOfRange(Map<TopicPartition, Long> positions, @Nullable LogTruncationException lost) {
        Map<String, String> current = admin.topicIds(topicsOf(positions.keySet()));
        Ends ends = new Ends(positions.keySet());
        positions.forEach((partition, position) -> {
            String id = current.getOrDefault(partition.topic(), partition.topic());
            SourceLog log = logs.getOrDefault(partition, new SourceLog(id, 0));
            if (lost != null && log.topicId().equals(id) && hasId(partition, id)) {
                OffsetAndMetadata first = new OffsetAndMetadata(ends.first(partition));
                goOnAfterLoss(partition, log, position, lost.divergentOffsets().getOrDefault(partition, first));
            } else {
                goOn(partition, new SourcePosition(log, position), id, ends);
            }
        });
    }

    /** Checks from time to time whether a topic was recreated, and then reads it from the start. */
    void look(long nowNanos) {
        if (nowNanos - lookAgainNanos < 0) {
            return;
        }
        lookAgainNanos = nowNanos + LOOK_EVERY_NANOS;
        Set<TopicPartition> assigned = consumer.assignment();
        Map<String, String> current = admin.topicIds(topicsOf(assigned));
        List<TopicPartition> changed =
                assigned.stream().filter(each -> isAnew(each, current)).toList();
        if (!changed.isEmpty()) {
            outOfRange(changed.stream().collect(Collectors.toMap(each -> each, consumer::position)), null);
        }
    }

    private boolean isAnew(TopicPartition partition, Map<String, String> current) {
        SourceLog log = logs.get(partition);
        String id = current.get(partition.topic());
        return log != null && id != null && !id.equals(log.topicId());
    }

    private void goOn(TopicPartition partition, SourcePosition next, String id, Ends ends) {
        String topic = partition.topic();
        SourceLog log = next.log();
        long offset = next.offset();
        if (!log.topicId().equals(id)) {
            beginAnew(partition, offset, id, ends);
        } else if (offset < ends.first(partition)) {
            missed.report(topic, partition.partition(), offset, ends.first(partition));
            read(partition, new SourcePosition(log, ends.first(partition)));
        } else if (next.epoch().isPresent() && hasId(partition, id)) {
            read(partition, next); // Kafka compares the epoch.
        } else if (offset > ends.end(partition)) {
            boolean hasId = hasId(partition, id);
            String why = hasId ? LOST_END : "the topic was recreated, or lost its end";
            missed.reportUncounted(topic, partition.partition(), offset, why);
            read(partition, new SourcePosition(log.next(), hasId ? ends.end(partition) : ends.first(partition)));
        } else {
            read(partition, new SourcePosition(log, offset));
        }
    }

    private void beginAnew(TopicPartition partition, long offset, String id, Ends ends) {
        missed.reportUncounted(partition.topic(), partition.partition(), offset, "the topic was recreated");
        read(partition, new SourcePosition(new SourceLog(id, 0), ends.first(partition)));
    }

    private void goOnAfterLoss(TopicPartition partition, SourceLog log, long offset, OffsetAndMetadata differs) {
        missed.reportUncounted(
                partition.topic(), partition.partition(), offset, LOST_END + "; continuing at " + differs.offset());
        read(partition, new SourcePosition(log.next(), differs.offset(), differs.leaderEpoch()));
    }

    private static boolean hasId(TopicPartition partition, String id) {
        return !id.equals(partition.topic());
    }

    private void read(TopicPartition partition, SourcePosition from) {
        logs.put(partition, from.log());
        origins.put(partition, from.log().origin(partition.partition(), source.group()));
        consumer.seek(partition, new OffsetAndMetadata(from.offset(), from.epoch(), ""));
        begun.accept(partition, from);
    }

    private static Set<String> topicsOf(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    /** The available offsets of each partition. */
    private final class Ends {
        private final Map<TopicPartition, Long> first;
        private final Map<TopicPartition, Long> end;

        Ends(Collection<TopicPartition> partitions) {
            first = consumer.beginningOffsets(partitions);
            end = consumer.endOffsets(partitions);
        }

        long first(TopicPartition partition) {
            return known(first.get(partition));
        }

        long end(TopicPartition partition) {
            return known(end.get(partition));
        }

        private static long known(@Nullable Long offset) {
            return offset == null ? 0 : offset;
        }
    }
}
