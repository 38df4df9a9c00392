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
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Start positions of partitions: the committed offset, or the available records if that offset is
 * gone; the gap is then reported. Belongs to the reading thread.
 */
final class Positions {
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);

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

    /** The offset to commit once everything before {@code next} is safe. */
    OffsetAndMetadata committable(TopicPartition partition, long next) {
        SourceLog log = logs.get(partition);
        return new OffsetAndMetadata(next, log == null ? "" : log.text());
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
                goOn(partition, log == null ? new SourceLog(id, 0) : log, last.offset(), id, ends);
            }
        }
    }

    /** Continues at the available records. */
    void outOfRange(Map<TopicPartition, Long> positions) {
        Map<String, String> current = ids.of(topicsOf(positions.keySet()));
        Ends ends = new Ends(positions.keySet());
        positions.forEach((partition, position) -> {
            String id = current.getOrDefault(partition.topic(), partition.topic());
            goOn(partition, logs.getOrDefault(partition, new SourceLog(id, 0)), position, id, ends);
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
            outOfRange(changed.stream().collect(Collectors.toMap(each -> each, consumer::position)));
        }
        return changed;
    }

    private boolean isAnew(TopicPartition partition, Map<String, String> current) {
        SourceLog log = logs.get(partition);
        String id = current.get(partition.topic());
        return log != null && id != null && !id.equals(log.topicId());
    }

    private void goOn(TopicPartition partition, SourceLog log, long offset, String id, Ends ends) {
        String topic = partition.topic();
        if (!log.topicId().equals(id)) {
            missed.reportUncounted(topic, partition.partition(), offset, "the topic was recreated");
            read(partition, new SourceLog(id, 0), ends.first(partition));
        } else if (offset < ends.first(partition)) {
            missed.report(topic, partition.partition(), offset, ends.first(partition));
            read(partition, log, ends.first(partition));
        } else if (offset > ends.end(partition)) {
            boolean hasId = !id.equals(topic);
            String why = hasId ? "the topic lost its end" : "the topic was recreated, or lost its end";
            missed.reportUncounted(topic, partition.partition(), offset, why);
            read(partition, log.next(), hasId ? ends.end(partition) : ends.first(partition));
        } else {
            read(partition, log, offset);
        }
    }

    private void read(TopicPartition partition, SourceLog log, long from) {
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
