package io.weir.gateway.kafka;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the farm state into the queue, as a state marker for every partition: after each change,
 * and repeatedly, so that a lost marker is replaced within a minute. Other gateways do the same;
 * from the offset in the marker, processing detects repetitions. Belongs to one thread.
 */
final class StateRelay {
    private static final Logger LOG = LoggerFactory.getLogger(StateRelay.class);

    /**
     * Minimum interval between changes. Each change makes processing recompile plans; frequent
     * changes must not overload it.
     */
    private static final long AT_MOST_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long AGAIN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final PublishQueue queue;
    private final int partitions;
    private final Runnable unusable;
    private StateLog log = new StateLog();

    /** The state emitted last, possibly to some of the partitions only. */
    private FarmState sent = FarmState.NONE;

    private long triedNanos;

    /** The next partition in turn. */
    private int next;

    /** Number of partitions, starting with the next one, without a marker of the current state. */
    private int left;

    private long judgedOffset = -1;

    /** @param unusable runs for each unusable record */
    StateRelay(PublishQueue queue, int partitions, Runnable unusable) {
        this.queue = queue;
        this.partitions = partitions;
        this.unusable = unusable;
    }

    /** Starts over, because the topic is read from its beginning again. */
    void begin() {
        log = new StateLog();
    }

    /** Consumes the next record of the topic, with its timestamp. */
    void take(long offset, long millis, byte @Nullable [] key, byte @Nullable [] value) {
        Optional<String> wrong = log.take(offset, millis, key, value);
        if (offset > judgedOffset) {
            judgedOffset = offset;
            wrong.ifPresent(words -> {
                unusable.run();
                LOG.warn("state: {}; write another value, or unset it with weir state unset NAME", words);
            });
        }
    }

    /**
     * Emits due markers; call this only after the whole topic was read. Without room, it continues
     * later with the next partition. A change in between does not restart at the first partition,
     * so each partition has its turn.
     *
     * @param nextOffset next offset of the topic: all earlier records were consumed
     * @param nanos from any monotonic clock
     * @param receivedMillis the gateway's time, since the epoch
     */
    void turn(long nextOffset, long nanos, long receivedMillis) {
        FarmState now = log.state(nextOffset - 1);
        if (now.offset() < 0) {
            return;
        }
        boolean isFirst = sent.offset() < 0;
        boolean isChanged = !now.values().equals(sent.values());
        long every = isChanged || left > 0 ? AT_MOST_EVERY_NANOS : AGAIN_AFTER_NANOS;
        if (!isFirst && nanos - triedNanos < every) {
            return;
        }
        if (isChanged) {
            LOG.info("state offset={} values={}", now.offset(), now.values());
        }
        if (isChanged || left == 0) {
            left = partitions;
        }
        sent = now;
        triedNanos = nanos;
        byte[] bytes = now.toBytes();
        while (left > 0 && queue.offer(new Parcel.State(next, bytes, receivedMillis))) {
            next = (next + 1) % partitions;
            left--;
        }
    }
}
