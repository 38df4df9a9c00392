package io.weir.gateway.kafka;

import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.service.MissedRecords;
import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records and hands over their lines, in the order of each partition, and only while there is
 * room. Belongs to one thread, which calls {@link #turn} repeatedly, and {@link #settle} at the
 * end.
 */
final class TopicLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(TopicLoop.class);
    private static final Duration WAIT_FOR_RECORDS = Duration.ofMillis(100);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(2);
    private static final long COMMIT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SAFE_WITHIN_MILLIS = 2_000;

    private final Consumer<byte[], byte[]> consumer;
    private final LineIntake intake;
    private final InTurn inTurn;
    private final MessageIntake messages;
    private final PublishQueue queue;
    private final ReceiveClock clock;
    private final Duration linger;
    private final SafeOffsets offsets;
    private final Positions positions;
    private final TopicsThere topics;
    private long askedNanos;
    private long gatheredNanos;
    private boolean hasGathered;
    private boolean isPaused;

    /**
     * Its parts besides the consumer. The intake is used only through {@code inTurn}.
     *
     * @param logs those that the input has read, which loops before this one added; changed by the loop
     */
    record Parts(
            LineIntake intake,
            InTurn inTurn,
            MessageIntake messages,
            PublishQueue queue,
            ReceiveClock clock,
            long lingerNanos,
            MissedRecords missed,
            Map<TopicPartition, SourceLog> logs) {}

    TopicLoop(Consumer<byte[], byte[]> consumer, GroupAdmin admin, TopicSource source, Parts parts) {
        this.consumer = consumer;
        this.intake = parts.intake();
        this.inTurn = parts.inTurn();
        this.messages = parts.messages();
        this.queue = parts.queue();
        this.clock = parts.clock();
        this.linger = Duration.ofNanos(parts.lingerNanos());
        this.offsets = new SafeOffsets(intake, inTurn);
        this.positions = new Positions(consumer, source, admin, parts.missed(), parts.logs(), offsets::read);
        this.askedNanos = System.nanoTime();
        this.topics = new TopicsThere(source, askedNanos);
    }

    /** Whether there is a topic to read. Without one, {@link #turn} returns immediately. */
    boolean hasTopics() {
        return !topics.there().isEmpty();
    }

    /** Reads available records; waits for them for a moment. */
    void turn() {
        long nowNanos = System.nanoTime();
        if (topics.look(consumer, nowNanos)) {
            consumer.subscribe(topics.there(), this);
        }
        if (!hasTopics()) {
            return;
        }
        if (offsets.hasLost()) {
            throw new IllegalStateException("lines were dropped after reading; the input reads them again");
        }
        holdBack();
        positions.look(nowNanos);
        ConsumerRecords<byte[], byte[]> records = poll();
        inTurn.execute(() -> take(records, nowNanos));
        if (offsets.shouldAsk() && nowNanos - askedNanos >= COMMIT_EVERY_NANOS) {
            askedNanos = nowNanos;
            offsets.ask();
        }
        Map<TopicPartition, OffsetAndMetadata> safe = offsets.takeSafe(consumer.assignment());
        if (!safe.isEmpty()) {
            consumer.commitAsync(safe, TopicLoop::logFailure);
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(hasGathered ? linger : WAIT_FOR_RECORDS);
        } catch (OffsetOutOfRangeException e) {
            positions.outOfRange(e);
            return ConsumerRecords.empty();
        }
    }

    /**
     * Hands over everything read, waits until it is safe, and commits it. Gives up after some
     * seconds; the records are then read again.
     */
    void settle() {
        offsets.ask();
        offsets.awaitAnswer(SAFE_WITHIN_MILLIS);
        Map<TopicPartition, OffsetAndMetadata> safe = offsets.takeSafe(consumer.assignment());
        try {
            if (!safe.isEmpty()) {
                consumer.commitSync(safe, COMMIT_WITHIN);
            }
        } catch (KafkaException e) {
            logFailure(safe, e);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        settle();
        offsets.forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        offsets.forget(partitions);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        positions.begin(partitions);
        isPaused = false; // New partitions are not paused.
    }

    private void holdBack() {
        if (!queue.hasRoom() || queue.isKafkaBehind()) {
            inTurn.execute(intake::flush);
            consumer.pause(consumer.assignment());
            isPaused = true;
        } else if (isPaused) {
            consumer.resume(consumer.assignment());
            isPaused = false;
        }
    }

    private void take(ConsumerRecords<byte[], byte[]> records, long nowNanos) {
        if (!records.isEmpty()) {
            gatheredNanos = intake.hasGathered() ? gatheredNanos : nowNanos;
            take(records);
        }
        if (records.isEmpty() || nowNanos - gatheredNanos >= linger.toNanos()) {
            intake.flush();
        }
        hasGathered = intake.hasGathered();
    }

    /** Consumes records while there is room; the rest will be fetched again. */
    private void take(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            ConsumerRecord<byte[], byte[]> last = null;
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                if (!queue.hasRoom()) {
                    consumer.seek(partition, new OffsetAndMetadata(record.offset(), record.leaderEpoch(), ""));
                    break;
                }
                take(partition, record);
                last = record;
            }
            if (last != null) {
                offsets.read(partition, positions.after(last));
            }
        }
    }

    private void take(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        byte[] message = record.value();
        if (message != null) {
            intake.record(positions.origin(partition), record.offset());
            intake.counts().bytes.add(message.length);
            messages.message(message, 0, message.length, new RecordPlace(record), clock.nowNanos());
        }
    }

    private static void logFailure(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception e) {
        if (e != null) {
            LOG.debug(
                    "offsets not committed: the next commit includes them, or their records are read again offsets={}",
                    offsets,
                    e);
        }
    }
}
