package io.weir.gateway.aliecs;

import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.gateway.kafka.TopicSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all events of the topics of an input, from their beginning. Belongs to one thread. */
final class EventFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long LOOK_FOR_TOPICS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_FOR_PARTITIONS_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final CloseOptions CLOSE_CONSUMER = CloseOptions.timeout(Duration.ofSeconds(2));

    private final TopicSource source;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Resumption resumption;
    private final EventReader reader = new EventReader();
    private Set<String> missing = Set.of();
    private boolean isWhole;
    private boolean hasGap;
    private long lookAgainNanos = System.nanoTime();

    /** @param missed reports events that Kafka deleted before they were read */
    EventFollower(TopicSource source, MissedRecords missed) {
        this.source = source;
        this.consumer = new KafkaConsumer<>(source.followerSettings());
        this.resumption = new Resumption(consumer, missed, (partition, next) -> hasGap = true);
    }

    /**
     * Applies the next events to {@code runs}. Waits for them for a moment. Returns whether there were any.
     *
     * @throws IllegalStateException if Kafka deleted events before they were read. {@code runs} lacks them, so
     *     the caller must begin again with new runs and a new follower.
     */
    boolean read(FarmRuns runs) {
        look();
        boolean hasRead = false;
        if (hasTopics()) {
            for (ConsumerRecord<byte[], byte[]> record : resumption.poll(POLL)) {
                take(record, runs);
                hasRead = true;
            }
        }
        if (hasGap) {
            throw new IllegalStateException(
                    "events were deleted before they were read; the input reads the topics again from their beginning");
        }
        return hasRead;
    }

    private void take(ConsumerRecord<byte[], byte[]> record, FarmRuns runs) {
        byte[] message = record.value();
        if (message != null) {
            try {
                long nanos = EcsEvent.nanosOf(record.timestamp());
                runs.take(reader.read(record.topic(), message, 0, message.length), nanos);
            } catch (IOException e) {
                // The gateway that reads its lines refuses it.
                LOG.debug("input {}: no event: {}@{}", source.input(), record.topic(), record.offset(), e);
            }
        }
    }

    /** Whether there is a topic to read. */
    boolean hasTopics() {
        return !consumer.assignment().isEmpty();
    }

    /** Whether all topics exist. If one is missing, the events of the others may give a wrong state. */
    boolean isWhole() {
        return isWhole;
    }

    /** Where the topics end now. */
    Map<TopicPartition, Long> ends() {
        return consumer.endOffsets(consumer.assignment(), ANSWER_WITHIN);
    }

    /** Whether everything before these offsets was read. */
    boolean hasRead(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey(), ANSWER_WITHIN) >= end.getValue());
    }

    private void look() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lookAgainNanos < 0) {
            return;
        }
        Map<String, List<PartitionInfo>> all = consumer.listTopics(ANSWER_WITHIN);
        List<TopicPartition> partitions = new ArrayList<>();
        Set<String> absent = new TreeSet<>(source.topics());
        absent.removeAll(all.keySet());
        for (String topic : source.topics()) {
            for (PartitionInfo each : all.getOrDefault(topic, List.of())) {
                partitions.add(new TopicPartition(topic, each.partition()));
            }
        }
        if (!consumer.assignment().containsAll(partitions)) {
            List<TopicPartition> begun = new ArrayList<>(partitions);
            begun.removeAll(consumer.assignment());
            consumer.assign(partitions);
            consumer.seekToBeginning(begun);
        }
        if (!absent.equals(missing) && !absent.isEmpty()) {
            LOG.info("input {} leaves the state of the farm alone: topics are missing: {}", source.input(), absent);
        }
        missing = absent;
        isWhole = absent.isEmpty();
        lookAgainNanos = nowNanos + (isWhole ? LOOK_FOR_PARTITIONS_NANOS : LOOK_FOR_TOPICS_NANOS);
    }

    @Override
    public void close() {
        consumer.close(CLOSE_CONSUMER);
    }
}
