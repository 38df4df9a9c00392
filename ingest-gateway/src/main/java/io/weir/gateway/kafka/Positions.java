package io.weir.gateway.kafka;

import io.weir.contract.service.MissedRecords;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
    private final TopicIds ids;
    private final MissedRecords missed;
    private final Map<TopicPartition, SourceLog> logs = new HashMap<>();
    private final Map<TopicPartition, String> origins = new HashMap<>();
    private long lookAgainNanos;

    Positions(Consumer<?, ?> consumer, TopicSource source, TopicIds ids, MissedRecords missed) {
        this.consumer = consumer;
        this.source = source;
        this.ids = ids;
        this.missed = missed;
        this.lookAgainNanos = System.nanoTime() + LOOK_EVERY_NANOS;
    }

    /** The permanent name of a partition's log. */
    String origin(TopicPartition partition) {
        return origins.getOrDefault(partition, "");
    }

    /**
     * The offset to commit once everything up to this record is safe. By the record's leader epoch, Kafka detects that
     * the topic lost its end, even if it has grown beyond the offset again.
     */
    OffsetAndMetadata committable(TopicPartition partition, ConsumerRecord<?, ?> last) {
        SourceLog log = logs.get(partition);
        return new OffsetAndMetadata(last.offset() + 1, last.leaderEpoch(), log == null ? "" : log.text());
    }

    /** Starts to read partitions where the last reader ended. */
    void begin(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
        Map<String, String> current = ids.of(topicsOf(partitions));
        Ends ends = new Ends(partitions);
        for (TopicPartition partition : partitions) {
            String id = current.getOrDefault(partition.topic(), partition.topic());
            OffsetAndMetadata last = committed.get(partition);
            if (last == null) {
                read(
                        partition,
                        new SourceLog(id, 0),
                        source.beginsAtEnd() ? ends.end(partition) : ends.first(partition));
            } else {
                SourceLog log = SourceLog.read(last.metadata());
                goOn(partition, log == null ? new SourceLog(id, 0) : log, last, id, ends);
            }
        }
    }

    /** Continues at the available records, or at the first that differs from the one that was read. */
    void outOfRange(OffsetOutOfRangeException gap) {
        outOfRange(gap.offsetOutOfRangePartitions(), gap instanceof LogTruncationException lost ? lost : null);
    }

    private void outOfRange(Map<TopicPartition, Long> positions, @Nullable LogTruncationException lost) {
        Map<String, String> current = ids.of(topicsOf(positions.keySet()));
        Ends ends = new Ends(positions.keySet());
        positions.forEach((partition, position) -> {
            String id = current.getOrDefault(partition.topic(), partition.topic());
            SourceLog log = logs.getOrDefault(partition, new SourceLog(id, 0));
            if (lost != null && log.topicId().equals(id) && hasId(partition, id)) {
                OffsetAndMetadata first = new OffsetAndMetadata(ends.first(partition));
                goOnAfterLoss(partition, log, position, lost.divergentOffsets().getOrDefault(partition, first));
            } else {
                goOn(partition, log, new OffsetAndMetadata(position), id, ends);
            }
        });
    }

    /**
     * Checks from time to time whether a topic was recreated. Returns the partitions that are
     * therefore read from the start.
     */
    List<TopicPartition> look(long nowNanos) {
        if (nowNanos - lookAgainNanos < 0) {
            return List.of();
        }
        lookAgainNanos = nowNanos + LOOK_EVERY_NANOS;
        Set<TopicPartition> assigned = consumer.assignment();
        Map<String, String> current = ids.of(topicsOf(assigned));
        List<TopicPartition> changed =
                assigned.stream().filter(each -> isAnew(each, current)).toList();
        if (!changed.isEmpty()) {
            outOfRange(changed.stream().collect(Collectors.toMap(each -> each, consumer::position)), null);
        }
        return changed;
    }

    private boolean isAnew(TopicPartition partition, Map<String, String> current) {
        SourceLog log = logs.get(partition);
        String id = current.get(partition.topic());
        return log != null && id != null && !id.equals(log.topicId());
    }

    private void goOn(TopicPartition partition, SourceLog log, OffsetAndMetadata next, String id, Ends ends) {
        String topic = partition.topic();
        long offset = next.offset();
        if (!log.topicId().equals(id)) {
            missed.reportUncounted(topic, partition.partition(), offset, "the topic was recreated");
            read(partition, new SourceLog(id, 0), ends.first(partition));
        } else if (offset < ends.first(partition)) {
            missed.report(topic, partition.partition(), offset, ends.first(partition));
            read(partition, log, ends.first(partition));
        } else if (next.leaderEpoch().isPresent() && hasId(partition, id)) {
            read(partition, log, next); // Kafka compares the epoch.
        } else if (offset > ends.end(partition)) {
            boolean hasId = hasId(partition, id);
            String why = hasId ? LOST_END : "the topic was recreated, or lost its end";
            missed.reportUncounted(topic, partition.partition(), offset, why);
            read(partition, log.next(), hasId ? ends.end(partition) : ends.first(partition));
        } else {
            read(partition, log, offset);
        }
    }

    private void goOnAfterLoss(TopicPartition partition, SourceLog log, long offset, OffsetAndMetadata differs) {
        missed.reportUncounted(
                partition.topic(), partition.partition(), offset, LOST_END + "; continuing at " + differs.offset());
        read(partition, log.next(), differs);
    }

    private static boolean hasId(TopicPartition partition, String id) {
        return !id.equals(partition.topic());
    }

    private void read(TopicPartition partition, SourceLog log, long from) {
        read(partition, log, new OffsetAndMetadata(from));
    }

    private void read(TopicPartition partition, SourceLog log, OffsetAndMetadata from) {
        logs.put(partition, log);
        origins.put(partition, log.origin(partition.partition(), source.group()));
        consumer.seek(partition, from);
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
