package io.weir.gateway.state;

import io.weir.contract.farm.FarmState;
import io.weir.contract.farm.StateLog;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.Parcel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what is set for the farm into the hand-off, a state marker for every partition: when it has changed, and all of it again
 * from time to time, so that a marker that was lost is missed for a minute at most. Others do the same; the offset in the marker tells
 * processing what it has already. Belongs to one thread.
 */
final class StateRelay {
    private static final Logger LOG = LoggerFactory.getLogger(StateRelay.class);

    /** Each change costs processing plans: nobody is to keep it busy by changing a state all the time. */
    private static final long AT_MOST_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long AGAIN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final HandOff handOff;
    private final int partitions;
    private final Runnable unusable;
    private StateLog log = new StateLog();

    /** What was told last, be it to some of the partitions. */
    private FarmState told = FarmState.NONE;

    private long triedNanos;

    /** The partition whose turn it is. */
    private int next;

    /** So many partitions, from the next one on, have not been told yet. */
    private int left;

    private long judgedOffset = -1;

    /** @param unusable is run for each record that does not count */
    StateRelay(HandOff handOff, int partitions, Runnable unusable) {
        this.handOff = handOff;
        this.partitions = partitions;
        this.unusable = unusable;
    }

    /** The topic is read from its beginning again. */
    void begin() {
        log = new StateLog();
    }

    /** Takes the next record of the topic. */
    void take(long offset, byte @Nullable [] key, byte @Nullable [] value) {
        Optional<String> wrong = log.take(offset, key, value);
        if (offset > judgedOffset) {
            judgedOffset = offset;
            wrong.ifPresent(words -> {
                unusable.run();
                LOG.warn("state: {}; write another value, or unset it with weir state unset NAME", words);
            });
        }
    }

    /**
     * Tells what is to be told, all of the topic having been read. If there is no room, it goes on with the next partition later, and a
     * change in between does not bring it back to the first ones: each partition has its turn.
     *
     * @param nextOffset of the topic: there is nothing before it that was not taken
     * @param nanos of any clock that only goes forward
     * @param receivedMillis since the epoch, of the gateway's clock
     */
    void turn(long nextOffset, long nanos, long receivedMillis) {
        FarmState now = log.state(nextOffset - 1);
        if (now.offset() < 0) {
            return;
        }
        boolean isFirst = told.offset() < 0;
        boolean isChanged = !now.values().equals(told.values());
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
        told = now;
        triedNanos = nanos;
        byte[] bytes = now.toBytes();
        while (left > 0 && handOff.offer(new Parcel.State(next, bytes, receivedMillis))) {
            next = (next + 1) % partitions;
            left--;
        }
    }
}
