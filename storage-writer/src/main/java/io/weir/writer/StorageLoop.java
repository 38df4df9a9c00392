package io.weir.writer;

import io.weir.contract.topic.BatchHeaders;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes batches into one body while the one before is delivered, and commits the offsets of what was settled. All of it
 * in one thread, but for {@link #wakeUp} and {@link #hasJoined}.
 */
final class StorageLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(StorageLoop.class);

    /** Until then small batches are merged, if more of them keep coming; costs latency, saves the store's commits. */
    private static final long LINGER_NANOS = 20_000_000;

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration BUSY = Duration.ofMillis(2);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(1);
    private static final long FINISH_WITHIN_MILLIS = 2_000;

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final Lane lane;
    private final BooleanSupplier isStoreAway;
    private final Map<TopicPartition, OffsetAndMetadata> settled = new HashMap<>();
    private Body preparing;
    private Body other;
    private long sinceNanos;
    private boolean hasMore;
    private volatile boolean hasJoined;

    /**
     * Joins no group before {@link #join}.
     *
     * @param isStoreAway whether the body under way waits for the store
     */
    StorageLoop(
            Consumer<byte[], byte[]> consumer,
            String topic,
            Lane lane,
            WriterConfig config,
            BooleanSupplier isStoreAway) {
        this.consumer = consumer;
        this.topic = topic;
        this.lane = lane;
        this.isStoreAway = isStoreAway;
        this.preparing = new Body(config.bodyLines(), config.bodyBytes());
        this.other = new Body(config.bodyLines(), config.bodyBytes());
    }

    /** Subscribes, and sends an empty body, which shows early whether the store is there. */
    void join() {
        consumer.subscribe(List.of(topic), this);
        launch();
    }

    /** One look at the lane and one at the topic; returns within about 0.1 s. */
    void turn() {
        if (!lane.isFree() && lane.hasLanded()) {
            land(lane.finish(0));
            commit();
        }
        if (lane.isFree() && !preparing.isEmpty() && isDue()) {
            launch();
        }
        if (preparing.isFull()) {
            consumer.pause(consumer.assignment());
        } else if (!consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
        boolean isIdle = lane.isFree() && preparing.isEmpty();
        ConsumerRecords<byte[], byte[]> records = consumer.poll(isIdle || isStoreAway.getAsBoolean() ? IDLE : BUSY);
        hasMore = !records.isEmpty();
        for (ConsumerRecord<byte[], byte[]> batch : records) {
            add(batch);
        }
    }

    /** Lets the body under way finish, commits and leaves the group; what is unsettled will be read again. */
    void leave() {
        land(lane.finish(FINISH_WITHIN_MILLIS));
        commitAndWait();
        consumer.close(CloseOptions.timeout(COMMIT_WITHIN));
    }

    /** Ends a {@link #turn} early, with a {@link WakeupException}; from any thread. */
    void wakeUp() {
        consumer.wakeup();
    }

    /** Whether the group has given this member its partitions, be it none; from any thread. */
    boolean hasJoined() {
        return hasJoined;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        LOG.info("partitions assigned topic={} count={}", topic, partitions.size());
        hasJoined = true;
    }

    /** Eager rebalance: all partitions go, and come back at their committed offsets. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        hasJoined = false;
        land(lane.finish(FINISH_WITHIN_MILLIS));
        commitAndWait();
        settled.clear();
        preparing.clear();
    }

    private void add(ConsumerRecord<byte[], byte[]> batch) {
        if (preparing.isEmpty()) {
            sinceNanos = System.nanoTime();
        }
        byte[] value = batch.value() == null ? new byte[0] : batch.value();
        int lines = BatchHeaders.lines(batch.headers());
        preparing.add(value, lines, batch.partition(), batch.offset(), batch.timestamp());
    }

    private boolean isDue() {
        return preparing.isFull() || !hasMore || System.nanoTime() - sinceNanos > LINGER_NANOS;
    }

    private void launch() {
        Body ready = preparing;
        preparing = other;
        other = ready;
        lane.send(ready);
    }

    /** Takes back the body that was under way; null if it was not settled, or there was none. */
    private void land(@Nullable Body delivered) {
        if (delivered != null) {
            delivered
                    .nextOffsets()
                    .forEach((partition, offset) ->
                            settled.put(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)));
        }
        other.clear();
    }

    private void commit() {
        if (!settled.isEmpty()) {
            consumer.commitAsync(new HashMap<>(settled), (offsets, failure) -> {
                if (failure != null) {
                    // The next commit includes these; until then a crash would only repeat writes.
                    LOG.debug("commit failed", failure);
                }
            });
        }
    }

    private void commitAndWait() {
        try {
            if (!settled.isEmpty()) {
                consumer.commitSync(settled, COMMIT_WITHIN);
            }
        } catch (WakeupException e) {
            commitAndWait();
        } catch (KafkaException e) {
            LOG.info("commit failed, some lines will be written again reason={}", e.toString());
        }
    }
}
