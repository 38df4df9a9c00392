package io.weir.writer.tier;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.GroupPositions;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.writer.tier.TierServer.Life;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the only partition of {@code weir.tiers} as a member of a target's group. One member owns it. The owner commits
 * offsets together with the server's start and current time for the next one. Used by one thread.
 */
final class MarkReader implements ConsumerRebalanceListener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final int RECORDS_PER_POLL = 20;
    /** The owner may compute everything in raw between two polls. A killed owner is detected sooner. */
    private static final int LONGEST_PAUSE_MILLIS = 24 * 3_600_000;

    private final TopicPartition partition;
    private final MissedRecords missed;
    private final Runnable revoked;
    private final Consumer<byte[], byte[]> consumer;
    private final GroupPositions positions;
    private final Resumption resumption;
    private Optional<Life> life = Optional.empty();
    private long next;
    private boolean isAssigned;
    private boolean isOwner;
    private boolean hasMoved;

    /**
     * Joins the group of this consumer.
     *
     * @param topicIds returns Kafka's ids of topics
     * @param revoked runs when the partition is another member's; marks that were read must be forgotten
     */
    MarkReader(
            Consumer<byte[], byte[]> consumer,
            String topic,
            Function<Set<String>, Map<String, String>> topicIds,
            MissedRecords missed,
            Runnable revoked) {
        this.partition = new TopicPartition(topic, 0);
        this.missed = missed;
        this.revoked = revoked;
        this.consumer = consumer;
        this.positions = new GroupPositions(consumer, topicIds, this::mayBegin);
        this.resumption = new Resumption(consumer, missed, (moved, to) -> move(to));
        consumer.subscribe(List.of(topic), this);
    }

    /** A new consumer for a reader, which closes it. */
    static Consumer<byte[], byte[]> consumer(KafkaSettings kafka, String group) {
        return ConsumerSettings.member(kafka, group)
                .with(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_POLL)
                .with(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, LONGEST_PAUSE_MILLIS)
                .open();
    }

    /** Reads some records; none while paused. If it fails, it has read none. */
    ConsumerRecords<byte[], byte[]> poll() {
        own();
        ConsumerRecords<byte[], byte[]> records = resumption.poll(PATIENCE);
        positions.read(records);
        records.nextOffsets().forEach((read, offset) -> next = offset.offset());
        if (records.isEmpty()) {
            positions.seek();
            own();
        }
        return records;
    }

    /** Begins to own the partition once its position is known. */
    private void own() {
        if (isAssigned && !isOwner && positions.waiting().isEmpty()) {
            life = readLife(positions.note(partition));
            next = consumer.position(partition);
            isOwner = true;
        }
    }

    private static String text(Life life) {
        return life.startedMillis() + " " + life.nowMillis();
    }

    /** The life of this text; empty if the text is of somebody else. */
    private static Optional<Life> readLife(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return parts.length == 2
                    ? Optional.of(new Life(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Sets whether the next polls read nothing. */
    void setPaused(boolean isPaused) {
        if (isPaused) {
            consumer.pause(consumer.assignment());
        } else {
            positions.resume();
        }
    }

    /** Whether this member owns the partition, and knows what the last owner committed. */
    boolean isOwner() {
        return isOwner;
    }

    /** The server's life as this or the last owner committed it; empty without one. */
    Optional<Life> life() {
        return life;
    }

    /** The offset after the last record read. */
    long next() {
        return next;
    }

    /** The number of records that were not read, as far as known. */
    long lag() {
        return consumer.currentLag(partition).orElse(0);
    }

    /** Whether the offset must be committed, even if nothing was computed: the next start would report a gap again. */
    boolean hasMoved() {
        return isOwner && hasMoved;
    }

    /** Commits that everything before this offset is done, for the server's last known life. */
    void commit(long done, Optional<Life> now) {
        String note = now.map(MarkReader::text).orElse("");
        consumer.commitSync(Map.of(partition, positions.committable(partition, done, note)));
        life = now;
        hasMoved = false;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        positions.assigned(partitions);
        isAssigned = isAssigned || partitions.contains(partition);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        positions.removed(partitions);
        isAssigned = false;
        isOwner = false;
        hasMoved = false;
        life = Optional.empty();
        revoked.run();
    }

    @Override
    public void close() {
        consumer.close();
    }

    private boolean mayBegin(TopicPartition begun, long first, GroupPositions.Reason why) {
        missed.reportUncounted(begun.topic(), begun.partition(), first, why.toString());
        hasMoved = true;
        return true;
    }

    private void move(long to) {
        positions.moved(partition);
        next = to;
        hasMoved = true;
    }
}
