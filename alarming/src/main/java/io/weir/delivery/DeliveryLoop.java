package io.weir.delivery;

import io.weir.contract.consumer.ConsumerLag;
import io.weir.contract.consumer.GroupOffsets;
import io.weir.contract.consumer.GroupPositions;
import io.weir.contract.service.Health;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.contract.service.Silence;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the records of a consumer in order. The offset of a record is committed after its
 * delivery, so each record is delivered at least once. While records wait for the receiver, the
 * consumer reads nothing more and only stays in its group. Used by one thread, except for
 * {@link #wakeUp} and its status methods.
 */
final class DeliveryLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLoop.class);

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final long COMMIT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String name;
    private final Begin begin;
    private final Consumer<byte[], byte[]> consumer;
    private final MissedRecords missed;
    private final Resumption resumption;
    private final ConsumerLag unreadLag;
    private final Delivery delivery;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private final GroupPositions positions;
    private final GroupOffsets done;
    /** Where partitions continue after a gap, while records that were read before it are not delivered. */
    private final Map<TopicPartition, Long> gaps = new HashMap<>();

    private long committedAtNanos = System.nanoTime();
    private long pausedUntilNanos = System.nanoTime();
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile long lag;
    private volatile boolean hasJoined;

    /**
     * Creates the loop. {@link #join} joins the group; {@link #leave} closes the consumer.
     *
     * @param name of the receiver, for messages
     * @param consumer must not reset offsets automatically
     * @param topicIds returns Kafka's ids of topics
     * @param ids of the topics that loops before this one read; changed by the loop
     */
    DeliveryLoop(
            String name,
            Begin begin,
            Consumer<byte[], byte[]> consumer,
            Function<Set<String>, Map<String, String>> topicIds,
            Map<String, String> ids,
            MissedRecords missed,
            Delivery delivery) {
        this.name = name;
        this.begin = begin;
        this.consumer = consumer;
        this.missed = missed;
        this.positions = new GroupPositions(consumer, topicIds, ids, this::mayBegin);
        this.done = new GroupOffsets(consumer, name + " will receive some records again");
        this.resumption = new Resumption(consumer, missed, this::moved);
        this.unreadLag = new ConsumerLag(consumer);
        this.delivery = delivery;
    }

    void join(Set<String> topics) {
        consumer.subscribe(topics, this);
    }

    /** Polls the topics once, and makes at most one delivery. */
    void turn() throws InterruptedException {
        kafka = positions.health(silence.after(consumer.metrics(), System.nanoTime()));
        boolean isPaused = !isIdle();
        if (!isPaused) {
            gaps.forEach(this::commitFrom);
            gaps.clear();
            positions.resume();
        } else {
            consumer.pause(consumer.assignment());
        }
        ConsumerRecords<byte[], byte[]> records = resumption.poll(patience());
        positions.read(records);
        records.forEach(waiting::add);
        seek();
        long unread = unreadLag.after(isPaused);
        if (System.nanoTime() - pausedUntilNanos >= 0) {
            Duration pause = delivery.deliver(waiting, this::delivered);
            pausedUntilNanos = System.nanoTime() + pause.toNanos();
        }
        lag = unread + waiting.size() + delivery.held();
        if (System.nanoTime() - committedAtNanos >= COMMIT_EVERY_NANOS) {
            committedAtNanos = System.nanoTime();
            done.commit();
        }
    }

    /** Makes a poll in progress end with a WakeupException; callable from any thread. */
    void wakeUp() {
        consumer.wakeup();
    }

    /** Returns the number of records that are not delivered, as far as known; callable from any thread. */
    long lag() {
        return lag;
    }

    /** Returns whether Kafka answers; callable from any thread. */
    Health kafka() {
        return kafka;
    }

    /** Returns whether the group has assigned the partitions; callable from any thread. */
    boolean hasJoined() {
        return hasJoined;
    }

    /** Commits and leaves the group. */
    void leave() {
        done.commitAndWait();
        consumer.close(CloseOptions.timeout(CLOSE_WITHIN));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        positions.assigned(partitions);
        if (begin == Begin.NEWEST) {
            beginNow(partitions);
        }
        hasJoined = true;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        done.commitAndWait();
        onPartitionsLost(partitions);
    }

    /** The next owner of the partitions reads their records again. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        hasJoined = false;
        waiting.removeIf(record -> partitions.contains(new TopicPartition(record.topic(), record.partition())));
        delivery.forget(partitions);
        gaps.keySet().removeAll(partitions);
        done.remove(partitions);
        positions.removed(partitions);
    }

    private void seek() {
        try {
            positions.seek();
        } catch (TimeoutException e) {
            LOG.warn("{}: {}; asking again", name, e.getMessage());
        }
    }

    /** Before a gap, the offset may belong to another topic than that which has the name now. */
    private void delivered(TopicPartition partition, long next) {
        if (!gaps.containsKey(partition)) {
            commitFrom(partition, next);
        }
    }

    private void commitFrom(TopicPartition partition, long next) {
        done.set(partition, positions.committable(partition, next));
    }

    /** A new leader reveals a gap even while the partition is paused because records before the gap wait. */
    private void moved(TopicPartition partition, long next) {
        positions.moved(partition);
        positions.seek(); // What is committed has the id of the topic that exists now.
        if (isIdle()) {
            commitFrom(partition, next);
        } else {
            gaps.put(partition, next);
        }
    }

    private boolean mayBegin(TopicPartition partition, long first, GroupPositions.Reason why) {
        if (why == GroupPositions.Reason.NO_OFFSET) {
            LOG.warn("{}: {} is read from offset {}: {}", name, partition, first, why);
        } else {
            missed.reportUncounted(partition.topic(), partition.partition(), first, why.toString());
        }
        commitFrom(partition, first);
        return true;
    }

    /**
     * A start without any committed offset of a topic skips its older records; other starts skip none.
     * A partition that was added since, or whose offset is lost, begins at its oldest record.
     */
    private void beginNow(Collection<TopicPartition> partitions) {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Set<TopicPartition> fresh = new HashSet<>(partitions);
        topics.forEach(topic -> {
            if (positions.hasRead(topic) || hasOffset(topic)) {
                fresh.removeIf(partition -> partition.topic().equals(topic));
            }
        });
        if (fresh.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> ends = positions.ends(fresh);
        consumer.commitSync(ends);
        LOG.warn(
                "{} has no offsets in Kafka: it skips older records and receives those from {} on; it is new, or was"
                        + " away for longer than offsets.retention.minutes of the brokers",
                name,
                ends);
    }

    private boolean hasOffset(String topic) {
        Set<TopicPartition> all = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        return consumer.committed(all).values().stream().anyMatch(Objects::nonNull);
    }

    private boolean isIdle() {
        return waiting.isEmpty() && delivery.held() == 0;
    }

    /** Returns the poll timeout; zero if a delivery is due. */
    private Duration patience() {
        if (isIdle()) {
            return IDLE;
        }
        long left = Math.max(0, pausedUntilNanos - System.nanoTime());
        return Duration.ofNanos(Math.min(IDLE.toNanos(), left));
    }
}
