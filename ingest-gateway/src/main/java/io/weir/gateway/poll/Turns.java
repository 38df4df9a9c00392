package io.weir.gateway.poll;

import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The turns of one target: one in each interval, at a moment within it that follows from the
 * target's hash, while the target belongs to this gateway. A turn is skipped while the poll before
 * goes on. Thread-safe.
 */
public final class Turns {
    private final long hash;
    private final Parts parts;
    private final Polled polled;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private volatile boolean isRemoved;
    private boolean wasHere;
    private Duration interval;
    private long dueNanos = Long.MIN_VALUE;
    private @Nullable Future<?> next;

    /**
     * The parts that all targets of an input share.
     *
     * @param skipped warning: the poll before was not over
     */
    public record Parts(
            ScheduledExecutorService timer, ReceiveClock clock, Share share, InputCounts counts, String skipped) {}

    /** The work that is done in turns, in the thread of the timer. */
    public interface Polled {
        /** Begins a poll. Throws nothing; {@link Turns#ended} must follow. */
        void poll();

        /** The target belongs to another gateway now. */
        void leave();
    }

    /**
     * The turns of the target with this hash.
     *
     * @param interval the first one
     */
    public Turns(long hash, Duration interval, Parts parts, Polled polled) {
        this.hash = hash;
        this.interval = interval;
        this.parts = parts;
        this.polled = polled;
    }

    /** Schedules the first turn. */
    public synchronized void start() {
        scheduleNext();
    }

    /** Changes the interval. */
    public synchronized void every(Duration changed) {
        if (!interval.equals(changed)) {
            interval = changed;
            dueNanos = Long.MIN_VALUE;
            scheduleNext();
        }
    }

    /** Ends the turns. */
    public void remove() {
        isRemoved = true;
    }

    /** A poll is over. */
    public void ended() {
        isBusy.set(false);
    }

    /** Whether the target belongs to this gateway. */
    public boolean isHere() {
        return parts.share.hasTarget(hash);
    }

    /** Whether the target is still listed, and belongs to this gateway. */
    public boolean isActive() {
        return !isRemoved && isHere();
    }

    private synchronized void scheduleNext() {
        if (next != null) {
            next.cancel(false); // Of the former interval; otherwise it runs now, and goes on.
        }
        long now = parts.clock.nowNanos();
        dueNanos = following(now, dueNanos, interval.toNanos(), hash);
        next = parts.timer.schedule(this::turn, dueNanos - now, TimeUnit.NANOSECONDS);
    }

    /**
     * The turn after the one that was due: half an interval later at least, so that a timer that fires
     * early does not poll twice. A clock that was corrected backwards is not a reason to wait.
     *
     * @param due {@link Long#MIN_VALUE} if there was none
     */
    static long following(long now, long due, long interval, long hash) {
        boolean isNear = due != Long.MIN_VALUE && due - now <= interval;
        return next(isNear ? Math.max(now, due + interval / 2) : now, interval, hash);
    }

    /** The first moment after {@code now} that is the target's. */
    static long next(long now, long interval, long hash) {
        long offset = Long.remainderUnsigned(hash, interval);
        return now + interval - Math.floorMod(now - offset, interval);
    }

    private void turn() {
        if (isRemoved) {
            return;
        }
        scheduleNext();
        boolean isHere = isHere();
        if (!isHere && wasHere) {
            polled.leave();
        }
        wasHere = isHere;
        if (isHere && isBusy.compareAndSet(false, true)) {
            polled.poll();
        } else if (isHere) {
            parts.counts.warnings.add(parts.skipped, 1);
        }
    }
}
