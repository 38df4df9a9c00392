package io.weir.contract.consumer;

import io.weir.contract.service.Health;
import io.weir.contract.service.Resumption;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where a member of a consumer group continues to read: at the group's offset, if that belongs to the present topic,
 * and at the first record of a topic that was created again. A new partition is paused until that is known.
 *
 * <p>The member assigns all partitions of a topic together (Kafka calls this eager). Used by the thread of the consumer.
 */
public final class GroupPositions {
    /** Why a partition is read from its first record. */
    public enum Reason {
        /** Kafka has no offset of the group, and has deleted records. */
        NO_OFFSET(Resumption.NO_OFFSET),
        /** The topic was deleted and created again. */
        RECREATED("the topic was recreated");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Hears where records may be missing. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A partition is read from its first record, {@code first}. The offset must be committed, even if no record
         * follows: otherwise the next start reports the same again.
         *
         * @return whether that may be done now; if not, the partition stays paused
         */
        boolean mayBegin(TopicPartition partition, long first, Reason why);
    }

    /** Kafka does not answer while a partition has no leader. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Consumer<byte[], byte[]> consumer;
    private final Function<Set<String>, Map<String, String>> topicIds;
    private final Listener listener;

    /** Assigned partitions whose position is unknown. */
    private final Set<TopicPartition> waiting = new HashSet<>();
    /** The ids of the topics that this member read in earlier assignments. */
    private final Map<String, String> ids;

    /** Assigned partitions that are read, and whose topic may be another one now. */
    private final Set<TopicPartition> perhapsRecreated = new HashSet<>();

    /** To which logs the offsets of the assigned partitions belong. */
    private final Map<TopicPartition, OffsetLog> logs = new HashMap<>();

    private long askAgainNanos = System.nanoTime();

    /**
     * Asks nothing before {@link #seek}.
     *
     * @param consumer must not reset offsets automatically
     * @param topicIds returns Kafka's ids of topics, see {@link GroupAdmin#topicIds}
     */
    public GroupPositions(
            Consumer<byte[], byte[]> consumer, Function<Set<String>, Map<String, String>> topicIds, Listener listener) {
        this(consumer, topicIds, new HashMap<>(), listener);
    }

    /**
     * The same for a member that replaces its consumer.
     *
     * @param ids of the topics that the member read with earlier consumers; changed
     */
    public GroupPositions(
            Consumer<byte[], byte[]> consumer,
            Function<Set<String>, Map<String, String>> topicIds,
            Map<String, String> ids,
            Listener listener) {
        this.consumer = consumer;
        this.topicIds = topicIds;
        this.ids = ids;
        this.listener = listener;
    }

    /** To be called when partitions are assigned. They are paused until {@link #seek}. */
    public void assigned(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
        // Otherwise the consumer looks for a position itself.
        partitions.forEach(partition -> consumer.seek(partition, 0));
        waiting.addAll(partitions);
        askAgainNanos = System.nanoTime();
    }

    /**
     * Where the ends of assigned partitions are. To be committed before {@link #seek} by a member that skips older
     * records: with the ids of the topics, so that a topic that is created again later is read from its first record.
     *
     * @throws KafkaException if Kafka does not answer
     */
    public Map<TopicPartition, OffsetAndMetadata> ends(Set<TopicPartition> partitions) {
        Map<String, String> present = topicIds.apply(topics(partitions));
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        consumer.endOffsets(partitions, ANSWER_WITHIN).forEach((partition, end) -> {
            String id = present.getOrDefault(partition.topic(), partition.topic());
            ends.put(partition, new OffsetAndMetadata(end, new OffsetLog(id, Optional.empty()).text()));
        });
        return ends;
    }

    /** To be called when partitions are assigned no more, after the last commit. */
    public void removed(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            boolean isRead = !waiting.remove(partition);
            perhapsRecreated.remove(partition);
            OffsetLog log = logs.remove(partition);
            if (isRead && log != null) {
                ids.put(partition.topic(), log.topicId());
            }
        }
    }

    /** Whether this member read the topic, or another one of this name, in an earlier assignment. */
    public boolean hasRead(String topic) {
        return ids.containsKey(topic);
    }

    /** The assigned partitions that must stay paused, in no order. */
    public Set<TopicPartition> waiting() {
        return Collections.unmodifiableSet(waiting);
    }

    /** Resumes the paused partitions, except for those that wait. */
    public void resume() {
        Set<TopicPartition> readable = new HashSet<>(consumer.paused());
        readable.removeAll(waiting);
        consumer.resume(readable);
    }

    /** The health of the connection, unless it is unknown where partitions continue. */
    public Health health(Health connection) {
        return connection.ready() && !waiting.isEmpty()
                ? Health.waiting("Kafka does not report where to read " + waiting)
                : connection;
    }

    /**
     * Moves the partitions that wait to where they continue, and resumes them. Call it after each poll: it is a poll
     * that ends the assignment of a deleted topic.
     *
     * @throws TimeoutException if Kafka does not answer; then some continue to wait, and the others can be read
     * @throws KafkaException if Kafka does not answer otherwise
     */
    public void seek() {
        boolean isDue = !waiting.isEmpty() && System.nanoTime() - askAgainNanos >= 0;
        if (!isDue && perhapsRecreated.isEmpty()) {
            return;
        }
        Set<TopicPartition> asked = new HashSet<>(waiting);
        asked.addAll(perhapsRecreated);
        Map<String, String> present = topicIds.apply(topics(asked));
        // The others may still be at an offset of the old topic, and must not commit the id of the new one with it.
        perhapsRecreated.forEach(partition -> logs.computeIfPresent(
                partition,
                (same, log) ->
                        new OffsetLog(present.getOrDefault(partition.topic(), log.topicId()), log.leaderEpoch())));
        perhapsRecreated.clear();
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(waiting);
        for (TopicPartition partition : List.copyOf(waiting)) {
            String id = present.getOrDefault(partition.topic(), partition.topic());
            OffsetAndMetadata offset = committed.get(partition);
            if (offset != null && !isRecreated(partition, id, offset)) {
                continueAt(partition, id, offset);
            }
        }
        firstOffsets().forEach((partition, first) -> {
            String id = present.getOrDefault(partition.topic(), partition.topic());
            begin(partition, id, first, isRecreated(partition, id, committed.get(partition)));
        });
    }

    private static Set<String> topics(Set<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    private Map<TopicPartition, Long> firstOffsets() {
        try {
            return consumer.beginningOffsets(waiting, ANSWER_WITHIN);
        } catch (TimeoutException e) {
            askAgainNanos = System.nanoTime() + ASK_AGAIN_NANOS;
            throw new TimeoutException(
                    "Kafka does not report the first offsets of " + waiting + "; a broker of these may be away", e);
        }
    }

    private boolean isRecreated(TopicPartition partition, String id, @Nullable OffsetAndMetadata committed) {
        String idBefore = Optional.ofNullable(committed)
                .flatMap(OffsetLog::of)
                .map(OffsetLog::topicId)
                .orElse(ids.get(partition.topic()));
        return idBefore != null && !idBefore.equals(id);
    }

    private void continueAt(TopicPartition partition, String id, OffsetAndMetadata committed) {
        OffsetLog log = new OffsetLog(id, OffsetLog.of(committed).flatMap(OffsetLog::leaderEpoch));
        logs.put(partition, log);
        consumer.seek(partition, log.position(committed.offset()));
        resume(partition);
    }

    private void begin(TopicPartition partition, String id, long first, boolean isRecreated) {
        logs.put(partition, new OffsetLog(id, Optional.empty()));
        consumer.seek(partition, first);
        boolean isComplete = first == 0 && !isRecreated;
        if (isComplete || listener.mayBegin(partition, first, isRecreated ? Reason.RECREATED : Reason.NO_OFFSET)) {
            resume(partition);
        }
    }

    private void resume(TopicPartition partition) {
        waiting.remove(partition);
        consumer.resume(List.of(partition));
    }

    /**
     * Notes the leader epochs of records, which are committed with the offsets. If they begin a topic, the next
     * {@link #seek} asks for its id: a topic that was created again before a record was read moves no position.
     */
    public void read(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            if (records.records(partition).get(0).offset() == 0) {
                perhapsRecreated.add(partition);
            }
        }
        records.nextOffsets()
                .forEach((partition, next) -> logs.computeIfPresent(
                        partition, (same, log) -> new OffsetLog(log.topicId(), next.leaderEpoch())));
    }

    /**
     * To be called when the position of a partition was moved, perhaps because its topic was created again. The next
     * {@link #seek} asks for the topic's id, and the epoch is unknown until the next record.
     */
    public void moved(TopicPartition partition) {
        logs.computeIfPresent(partition, (same, log) -> new OffsetLog(log.topicId(), Optional.empty()));
        perhapsRecreated.add(partition);
    }

    /** What to commit for an offset of this partition. */
    public OffsetAndMetadata committable(TopicPartition partition, long offset) {
        return committable(partition, offset, "");
    }

    /**
     * What to commit for an offset of this partition.
     *
     * @param note of the owner, which {@link #note} returns
     */
    public OffsetAndMetadata committable(TopicPartition partition, long offset, String note) {
        return new OffsetAndMetadata(offset, OffsetLog.text(Optional.ofNullable(logs.get(partition)), note));
    }

    /** What the owner committed with the group's offset of a partition; may be empty. */
    public String note(TopicPartition partition) {
        OffsetAndMetadata committed = consumer.committed(Set.of(partition)).get(partition);
        return committed == null ? "" : OffsetLog.note(committed);
    }
}
