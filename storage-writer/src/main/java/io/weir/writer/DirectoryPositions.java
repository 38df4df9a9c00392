package io.weir.writer;

import io.weir.contract.consumer.GroupPositions.Reason;
import io.weir.contract.consumer.OffsetLog;
import io.weir.writer.store.directory.PartitionLog;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a directory continues to read a partition. Reports records that Kafka deleted before. Used by one thread. */
final class DirectoryPositions {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryPositions.class);

    private static final String LOST_END =
            "the topic lost its end; the target keeps the lost records that it had read, and the new ones, too";

    private final Function<String, String> topicIds;
    private final Gaps gaps;
    /** That of the topic when the writer began to read it. */
    private String firstTopicId = "";

    /**
     * The offsets and the topic of a partition, as Kafka reports them.
     *
     * @param begin the first remaining offset
     * @param end the offset after the last record
     * @param committed the group's offset, if there is one in this range
     * @param isRecreated whether the writer, or the group, has read another topic of this name
     */
    record Kafka(String topicId, long begin, long end, Optional<OffsetAndMetadata> committed, boolean isRecreated) {}

    /** @param topicIds Kafka's id of a topic, which a topic of the same name created later does not have */
    DirectoryPositions(Function<String, String> topicIds, Gaps gaps) {
        this.topicIds = topicIds;
        this.gaps = gaps;
    }

    Kafka read(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        Set<TopicPartition> one = Set.of(partition);
        long begin = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
        Optional<OffsetAndMetadata> committed =
                Optional.ofNullable(consumer.committed(one).get(partition));
        String topicId = topicId(partition.topic());
        firstTopicId = firstTopicId.isEmpty() ? topicId : firstTopicId;
        String idBefore =
                committed.flatMap(OffsetLog::of).map(OffsetLog::topicId).orElse(firstTopicId);
        return new Kafka(
                topicId,
                begin,
                end,
                // An offset beyond the end belongs to a topic that was there before.
                committed.filter(offset -> offset.offset() <= end),
                !idBefore.equals(topicId));
    }

    /** Kafka's id of the topic that has this name now. */
    String topicId(String topic) {
        return topicIds.apply(topic);
    }

    /**
     * The offset of the next record, and the leader epoch of the last one, by which Kafka detects that the topic lost
     * its end. A directory that was written by others in between, at another place, continues after what they have.
     *
     * @param complete the offset after the directory's last line of this log
     * @throws IOException if Kafka has lost what the directory has, and the epoch is unknown
     */
    OffsetAndMetadata position(TopicPartition partition, PartitionLog log, OptionalLong complete, Kafka kafka)
            throws IOException {
        OptionalLong stored = complete.isPresent() ? complete : log.begin();
        int epoch = stored.isPresent() ? log.epochBefore(stored.getAsLong()) : PartitionLog.UNKNOWN;
        if (stored.orElse(0) > kafka.end() && epoch == PartitionLog.UNKNOWN) {
            throw new IOException("Kafka has lost records that the directory has: partition " + partition + " ends at "
                    + kafka.end() + ", the directory at " + stored.getAsLong()
                    + "; write into another directory from now on");
        }
        boolean isFirst = complete.isEmpty() && stored.isPresent();
        if (isFirst && !gaps.reportUncounted(partition, stored.getAsLong(), LOST_END)) {
            throw new IOException("stopping");
        }
        Optional<OffsetAndMetadata> group = kafka.committed().flatMap(committed -> ofLog(log, committed));
        if (stored.isEmpty() && group.isEmpty()) {
            String why = (kafka.isRecreated() ? Reason.RECREATED : Reason.NO_OFFSET).toString();
            if ((kafka.isRecreated() || kafka.begin() > 0) && !gaps.reportUncounted(partition, kafka.begin(), why)) {
                throw new IOException("stopping");
            }
            return new OffsetAndMetadata(kafka.begin());
        }
        OffsetAndMetadata position = stored.isPresent() ? at(stored.getAsLong(), epoch) : group.orElseThrow();
        if (group.isPresent() && group.get().offset() > position.offset()) {
            position = group.get();
            LOG.warn(
                    "lines between the directory's last and the group's offset are missing partition={}"
                            + " directory={} group={}",
                    partition,
                    stored.getAsLong(),
                    position.offset());
        }
        if (position.offset() >= kafka.begin()) {
            return position;
        }
        if (!gaps.report(partition, position.offset(), kafka.begin())) {
            throw new IOException("stopping");
        }
        return new OffsetAndMetadata(kafka.begin());
    }

    /** What to commit when a directory has everything before an offset. */
    static OffsetAndMetadata committable(PartitionLog log, long next) {
        int epoch = log.epochBefore(next);
        return new OffsetAndMetadata(next, new OffsetLog(log.topicId(), known(epoch)).text());
    }

    /** The group's position; empty if its offset is one of another topic, or of a log before this one. */
    private static Optional<OffsetAndMetadata> ofLog(PartitionLog log, OffsetAndMetadata committed) {
        OffsetLog of = OffsetLog.of(committed).orElse(new OffsetLog(log.topicId(), Optional.empty()));
        int epoch = of.leaderEpoch().orElse(PartitionLog.UNKNOWN);
        return of.topicId().equals(log.topicId()) && log.hasEpoch(epoch)
                ? Optional.of(of.position(committed.offset()))
                : Optional.empty();
    }

    private static OffsetAndMetadata at(long offset, int epoch) {
        return new OffsetAndMetadata(offset, known(epoch), "");
    }

    private static Optional<Integer> known(int epoch) {
        return epoch == PartitionLog.UNKNOWN ? Optional.empty() : Optional.of(epoch);
    }
}
