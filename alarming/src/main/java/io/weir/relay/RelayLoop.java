package io.weir.relay;

import io.weir.contract.consumer.ConsumerLag;
import io.weir.contract.service.Health;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.contract.service.Silence;
import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays records to a sink in order, a chunk at a time. The offsets of a chunk are committed after
 * the sink has acknowledged it, so each message is delivered at least once. While the sink is
 * unavailable, the consumer reads nothing more and only stays in its group. Used by one thread,
 * except for its status methods.
 */
final class RelayLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(1);
    private static final long COMMIT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CHECK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final Begin begin;
    private final Consumer<byte[], byte[]> consumer;
    private final Resumption resumption;
    private final ConsumerLag unreadLag;
    private final Map<String, RecordReader> readers;
    private final Sink sink;
    private final Refusals refusals;
    private final RelayMeters meters;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private final Chunk chunk = new Chunk();
    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private long committedAtNanos = System.nanoTime();
    private long pausedUntilNanos = System.nanoTime();
    private long checkedAtNanos = System.nanoTime() - CHECK_EVERY_NANOS;
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile @Nullable String trouble;
    private volatile long lag;
    private volatile boolean hasJoined;

    /**
     * Creates the loop. {@link #join} joins the group; {@link #leave} closes the consumer.
     *
     * @param name of the sink
     * @param readers by topic
     */
    RelayLoop(
            String name,
            Begin begin,
            Consumer<byte[], byte[]> consumer,
            MissedRecords missed,
            Map<String, RecordReader> readers,
            Sink sink,
            Refusals refusals,
            RelayMeters meters) {
        this.name = name;
        this.begin = begin;
        this.consumer = consumer;
        // The consumer is paused while records that precede the gap wait, and detects none then.
        this.resumption = new Resumption(consumer, missed, this::done);
        this.unreadLag = new ConsumerLag(consumer);
        this.readers = Map.copyOf(readers);
        this.sink = sink;
        this.refusals = refusals;
        this.meters = meters;
    }

    void join() {
        consumer.subscribe(readers.keySet(), this);
    }

    /** Polls the topics once and delivers at most one chunk. */
    void turn() throws InterruptedException {
        kafka = silence.after(consumer.metrics(), System.nanoTime());
        boolean isPaused = !isIdle();
        if (!isPaused) {
            consumer.resume(consumer.paused());
        } else {
            consumer.pause(consumer.assignment());
        }
        resumption.poll(patience()).forEach(waiting::add);
        long unread = unreadLag.after(isPaused);
        if (System.nanoTime() - pausedUntilNanos >= 0) {
            deliver();
        }
        lag = unread + waiting.size() + chunk.records();
        if (System.nanoTime() - committedAtNanos >= COMMIT_EVERY_NANOS) {
            commit();
        }
    }

    /** Returns the number of records that are not relayed, as far as known; callable from any thread. */
    long lag() {
        return lag;
    }

    /** Returns whether Kafka answers and the sink accepts messages; callable from any thread. */
    Health health() {
        if (!hasJoined) {
            return Health.waiting("sink " + name + " waits for its topics");
        }
        return Optional.ofNullable(trouble)
                .or(sink::trouble)
                .map(reason -> Health.waiting("sink " + name + ": " + reason))
                .orElse(kafka);
    }

    /** Commits and leaves the group. */
    void leave() {
        commitAndWait();
        consumer.close(CloseOptions.timeout(COMMIT_WITHIN));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (begin == Begin.NEWEST) {
            beginNow(partitions);
        }
        hasJoined = true;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commitAndWait();
        onPartitionsLost(partitions);
    }

    /** The next owner of the partitions reads their records again. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        waiting.removeIf(record -> partitions.contains(new TopicPartition(record.topic(), record.partition())));
        if (chunk.isOf(partitions)) {
            // The default assignor revokes all partitions together, so no other record is lost here.
            chunk.clear();
            sink.forget();
        }
        done.keySet().removeAll(partitions);
    }

    /**
     * The very first start skips older records; later starts skip none. A partition that was added
     * since, or whose offset is lost, begins at its oldest record.
     */
    private void beginNow(Collection<TopicPartition> partitions) {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Set<TopicPartition> fresh = new HashSet<>(partitions);
        topics.forEach(topic -> {
            if (hasOffset(topic)) {
                fresh.removeIf(partition -> partition.topic().equals(topic));
            }
        });
        if (fresh.isEmpty()) {
            return;
        }
        consumer.seekToEnd(fresh);
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        fresh.forEach(partition -> ends.put(partition, new OffsetAndMetadata(consumer.position(partition))));
        consumer.commitSync(ends);
        LOG.warn(
                "sink {} has no offsets in Kafka: it skips older records and receives those from {} on; the sink is"
                        + " new, or was away for longer than offsets.retention.minutes of the brokers",
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
        return waiting.isEmpty() && chunk.isEmpty();
    }

    /** Returns the poll timeout; zero if a chunk can be delivered now. */
    private Duration patience() {
        if (isIdle()) {
            return IDLE;
        }
        long left = Math.max(0, pausedUntilNanos - System.nanoTime());
        return Duration.ofNanos(Math.min(IDLE.toNanos(), left));
    }

    private void deliver() throws InterruptedException {
        if (chunk.isEmpty()) {
            chunk.fill(waiting, topic -> readers.get(topic), sink, refusals);
        }
        // An idle sink is delivered nothing, which checks its connection.
        boolean isCheck = System.nanoTime() - checkedAtNanos >= CHECK_EVERY_NANOS;
        try {
            if (isCheck || !chunk.messages().isEmpty()) {
                sink.deliver(chunk.messages(), refusals);
                checkedAtNanos = System.nanoTime();
                meters.sent(chunk.messages().size());
                markAvailable();
            }
            chunk.finish(this::done);
        } catch (SinkUnavailableException e) {
            LOG.debug("sink {}", name, e);
            meters.failed();
            markUnavailable(String.valueOf(e.getMessage()));
            pausedUntilNanos = System.nanoTime() + RETRY_AFTER_NANOS;
        }
    }

    private void done(TopicPartition partition, long next) {
        done.put(partition, new OffsetAndMetadata(next));
    }

    private void markUnavailable(String reason) {
        if (!reason.equals(trouble)) {
            LOG.warn("sink {} does not accept messages: {}; they wait in Kafka", name, reason);
        }
        trouble = reason;
    }

    private void markAvailable() {
        if (trouble != null) {
            LOG.info("sink {} accepts messages again", name);
        }
        trouble = null;
    }

    private void commit() {
        committedAtNanos = System.nanoTime();
        if (!done.isEmpty()) {
            consumer.commitAsync(Map.copyOf(done), (offsets, failure) -> {
                if (failure != null) {
                    // Until another commit succeeds, a crash would only repeat messages.
                    LOG.debug("commit failed", failure);
                }
            });
        }
    }

    private void commitAndWait() {
        if (!done.isEmpty()) {
            try {
                consumer.commitSync(Map.copyOf(done), COMMIT_WITHIN);
            } catch (WakeupException e) {
                commitAndWait();
            } catch (KafkaException e) {
                LOG.info("commit failed, some messages will be relayed again reason={}", e.toString());
            }
        }
    }
}
