package io.weir.notify.webhook;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.consumer.ConsumerLag;
import io.weir.contract.service.Health;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.contract.service.Silence;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.post.Outcome;
import io.weir.notify.post.Receiver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends transitions to a webhook in order: the next one only after the previous was accepted or
 * permanently refused. Then its offset is committed, so each is sent at least once. While the
 * webhook is unavailable, the consumer reads nothing more and only stays in its group. Used by one
 * thread, except for its status methods.
 */
final class WebhookLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookLoop.class);

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(1);
    private static final long COMMIT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Consumer<byte[], byte[]> consumer;
    private final Resumption resumption;
    private final ConsumerLag unreadLag;
    private final TopicPartition partition;
    private final Optional<BodyTemplate> template;
    private final EventFilter filter;
    private final Receiver receiver;
    private final NotifierMeters meters;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private long done = -1;
    private long committed = -1;
    private long committedAtNanos = System.nanoTime();
    private long pausedUntilNanos = System.nanoTime();
    private boolean isOurs;
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile long lag;
    private volatile boolean hasJoined;

    /** Creates the loop. {@link #join} joins the group; {@link #leave} closes the consumer. */
    WebhookLoop(
            Consumer<byte[], byte[]> consumer,
            MissedRecords missed,
            String topic,
            WebhookConfig config,
            Receiver receiver,
            NotifierMeters meters) {
        this.consumer = consumer;
        // Waiting records precede the gap, but the consumer is paused then and detects none.
        this.resumption = new Resumption(consumer, missed, (moved, next) -> done = next);
        this.unreadLag = new ConsumerLag(consumer);
        this.partition = new TopicPartition(topic, 0);
        this.template = config.body();
        this.filter = new EventFilter(config.severities(), config.rules(), config.subtrees());
        this.receiver = receiver;
        this.meters = meters;
    }

    void join() {
        consumer.subscribe(List.of(partition.topic()), this);
    }

    /** Polls the topic once and sends at most one request. */
    void turn() throws InterruptedException {
        kafka = silence.after(consumer.metrics(), System.nanoTime());
        boolean isPaused = !waiting.isEmpty();
        if (!isPaused) {
            consumer.resume(consumer.paused());
        } else {
            consumer.pause(consumer.assignment());
        }
        resumption.poll(patience()).forEach(waiting::add);
        long unread = unreadLag.after(isPaused);
        ConsumerRecord<byte[], byte[]> next = waiting.peek();
        if (next != null && System.nanoTime() - pausedUntilNanos >= 0) {
            send(next);
        }
        lag = waiting.size() + (isOurs ? unread : 0);
        if (System.nanoTime() - committedAtNanos >= COMMIT_EVERY_NANOS) {
            commit();
        }
    }

    /** Returns the number of unsent transitions, as far as known; callable from any thread. */
    long lag() {
        return lag;
    }

    /** Returns whether Kafka answers; callable from any thread. */
    Health kafka() {
        return kafka;
    }

    /**
     * Returns whether the partition is assigned to this or another instance; callable from any
     * thread.
     */
    boolean hasJoined() {
        return hasJoined;
    }

    /** Commits and leaves the group. */
    void leave() {
        commitAndWait();
        consumer.close(CloseOptions.timeout(COMMIT_WITHIN));
    }

    /** Without the partition, another instance sends to the webhook. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        isOurs = partitions.contains(partition);
        if (isOurs) {
            beginNow();
        }
        hasJoined = true;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commitAndWait();
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        hasJoined = false;
        isOurs = false;
        waiting.clear();
        done = -1;
        committed = -1;
    }

    /** The very first start skips older transitions; later starts skip none. */
    private void beginNow() {
        if (consumer.committed(Set.of(partition)).get(partition) == null) {
            consumer.seekToEnd(Set.of(partition));
            long end = consumer.position(partition);
            LOG.info("the webhook receives transitions from {}@{} on", partition, end);
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(end)));
        }
    }

    /** Returns the poll timeout; zero if a transition can be sent now. */
    private Duration patience() {
        if (waiting.isEmpty()) {
            return IDLE;
        }
        long left = Math.max(0, pausedUntilNanos - System.nanoTime());
        return Duration.ofNanos(Math.min(IDLE.toNanos(), left));
    }

    private void send(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        Optional<byte[]> body = body(record);
        if (body.isPresent()) {
            Outcome outcome = receiver.post(body.get(), 1);
            if (outcome.isToBeRepeated()) {
                pausedUntilNanos = System.nanoTime() + receiver.pause().toNanos();
                return;
            }
        }
        waiting.remove();
        done = record.offset() + 1;
    }

    /** Returns the body to post; empty if the record is filtered or unreadable. */
    private Optional<byte[]> body(ConsumerRecord<byte[], byte[]> record) {
        byte[] json = record.value() == null ? new byte[0] : record.value();
        AlarmEvent event;
        try {
            event = AlarmJson.readEvent(json);
        } catch (IllegalArgumentException e) {
            LOG.debug("{}@{} is no transition", partition, record.offset(), e);
            meters.unreadable();
            return Optional.empty();
        }
        // Without a template, posts the original JSON, including fields that only later versions
        // know.
        return filter.passes(event)
                ? Optional.of(template.map(made -> made.render(event)).orElse(json))
                : Optional.empty();
    }

    private void commit() {
        committedAtNanos = System.nanoTime();
        if (done != committed) { // The offset decreases if the topic lost its end.
            committed = done;
            consumer.commitAsync(Map.of(partition, new OffsetAndMetadata(done)), (offsets, failure) -> {
                if (failure != null) {
                    // The next commit includes it; until then a crash would only repeat
                    // transitions.
                    LOG.debug("commit failed", failure);
                }
            });
        }
    }

    private void commitAndWait() {
        if (done >= 0) {
            try {
                consumer.commitSync(Map.of(partition, new OffsetAndMetadata(done)), COMMIT_WITHIN);
            } catch (WakeupException e) {
                commitAndWait();
            } catch (KafkaException e) {
                LOG.info("commit failed, some transitions will be sent again reason={}", e.toString());
            }
        }
    }
}
