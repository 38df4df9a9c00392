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
    private FarmState told = FarmState.NONE;
    private long toldNanos;
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
     * Tells what is to be told, all of the topic having been read.
     *
     * @param nextOffset of the topic: there is nothing before it that was not taken
     * @param nanos of any clock that only goes forward
     * @param receivedMillis since the epoch, of the gateway's clock
     */
    void turn(long nextOffset, long nanos, long receivedMillis) {
        FarmState now = log.state(nextOffset - 1);
        boolean isChanged = !now.values().equals(told.values());
        boolean isDue = nanos - toldNanos >= (isChanged ? AT_MOST_EVERY_NANOS : AGAIN_AFTER_NANOS);
        boolean isFirst = told.offset() < 0;
        if (now.offset() < 0 || !(isDue || isFirst) || !tell(now, receivedMillis)) {
            return;
        }
        if (isChanged) {
            LOG.info("state offset={} values={}", now.offset(), now.values());
        }
        told = now;
        toldNanos = nanos;
    }

    /** Says false if there was no room: then all is told again, which does no harm. */
    private boolean tell(FarmState state, long receivedMillis) {
        byte[] bytes = state.toBytes();
        for (int partition = 0; partition < partitions; partition++) {
            if (!handOff.offer(new Parcel.State(partition, bytes, receivedMillis))) {
                return false;
            }
        }
        return true;
    }
}
