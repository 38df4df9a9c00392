package io.weir.gateway.publish;

import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.Parcel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which way parcels go from the hand-off: directly to the outlet while that keeps up, else through the spool. Never waits. Keeps the
 * order of the hand-off on either way and over the changes between them; that rests on two rules. While something in the spool is
 * unread, nothing goes directly. And the spool is never begun without what was sent before and is not acknowledged: so whatever is not
 * acknowledged lies in it, in order, for a restart. Belongs to the publishing thread.
 */
final class Flow {
    private static final Logger LOG = LoggerFactory.getLogger(Flow.class);
    /** So long nothing may be acknowledged before the spool is begun: a broker's hiccup is not worth a write. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** What was sent last must be younger than this, for the way past the spool to be free again. */
    private static final long CAUGHT_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** So long the outlet is left alone when it could not take a parcel. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Parcels moved in one turn, so that none of its parts keeps the others waiting. */
    private static final int BURST = 1024;
    /** Refused lines are cheap: they are not spooled when it is fuller than this. */
    private static final double CHEAP_UNTIL = 0.25;

    static final String SPOOL_FULL = "spool-full";

    private final HandOff handOff;
    private final Backlog backlog;
    private final Window window;
    private @Nullable Outlet outlet;
    private boolean isSpooling;
    private boolean isSaid;
    private boolean hasAnswered;
    private boolean isNewlyConnected;
    private long progressNanos;
    private long refusedNanos;
    private boolean isRefused;

    Flow(HandOff handOff, Backlog backlog, Window window, long nowNanos) {
        this.handOff = handOff;
        this.backlog = backlog;
        this.window = window;
        this.progressNanos = nowNanos;
        this.isSpooling = backlog.hasUnread();
    }

    /** Parcels can be sent there, once it is not null. */
    void connect(@Nullable Outlet opened) {
        isNewlyConnected |= opened != outlet;
        outlet = opened;
    }

    /** Does what can be done now; says whether there was anything. */
    boolean turn(long nowNanos) throws InterruptedException {
        boolean moved = window.release(backlog);
        if (!window.hasSpooled()) {
            backlog.acknowledgeRead();
        }
        if (moved || isIdle() || hasAskedForNothing()) {
            progressNanos = nowNanos;
        }
        isNewlyConnected = false;
        hasAnswered |= moved;
        if (!isSpooling && mustSpool(nowNanos)) {
            beginSpooling(nowNanos);
        }
        if (isSpooling) {
            moved |= store(nowNanos);
            moved |= drain(nowNanos);
            endSpoolingIfCaughtUp(nowNanos);
        } else {
            moved |= sendOn(nowNanos);
        }
        double spoolFullness = isSpooling ? backlog.fullness() : 0;
        handOff.pressure().update(Math.max(handOff.fullness(), spoolFullness));
        handOff.whyFull(backlog.isFull() ? SPOOL_FULL : HandOff.BROKER_SLOW);
        sayChange();
        backlog.save(nowNanos);
        return moved;
    }

    private boolean mustSpool(long nowNanos) {
        return backlog.isUsable(nowNanos) && !backlog.isFull() && (handOff.fullness() > 0.5 || isStuck(nowNanos));
    }

    /**
     * Whether it is no sign of anything that nothing was acknowledged: Kafka has only just been found with all topics in place, or
     * is still looked for while nothing waits but ticks.
     */
    private boolean hasAskedForNothing() {
        return isNewlyConnected || hasOnlyTicksForNobody();
    }

    /** Whether Kafka was not found yet and nothing waits but ticks, which alone are not worth a spool. */
    private boolean hasOnlyTicksForNobody() {
        return outlet == null && handOff.hasOnlyTicks() && !backlog.hasUnread();
    }

    /** Whether there is something to do, and nothing was acknowledged for some time. */
    boolean isStuck(long nowNanos) {
        return nowNanos - progressNanos > PATIENCE_NANOS;
    }

    private void beginSpooling(long nowNanos) {
        if (window.storeAll(parcel -> backlog.keep(parcel, nowNanos))) {
            isSpooling = true;
            hasAnswered = false;
        }
    }

    private void endSpoolingIfCaughtUp(long nowNanos) {
        if (backlog.hasUnread()) {
            return;
        }
        boolean hasCaughtUp =
                hasAnswered && !isRefused && window.ageNanos(nowNanos) < CAUGHT_UP_NANOS && handOff.fullness() < 0.5;
        if (hasCaughtUp || backlog.isFull() || !backlog.isUsable(nowNanos)) {
            isSpooling = false;
            progressNanos = nowNanos;
        }
    }

    private void sayChange() {
        if (isSpooling && !isSaid && backlog.waitingBytes() > 0) {
            isSaid = true;
            LOG.warn("Kafka is away, or takes less than comes in: lines go through the spool until it has caught up");
        } else if (!isSpooling && isSaid) {
            isSaid = false;
            LOG.info("the spool is empty: lines go to Kafka directly");
        }
    }

    /** From the hand-off into the spool. */
    private boolean store(long nowNanos) throws InterruptedException {
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = handOff.peek(0);
            if (parcel == null) {
                return i > 0;
            }
            if (parcel instanceof Parcel.Mark mark) {
                Fate.safe(mark); // All before it is in the spool.
            } else if (parcel instanceof Parcel.Refused && backlog.fullness() > CHEAP_UNTIL) {
                Fate.dropped(parcel, SPOOL_FULL);
            } else if (backlog.store(parcel, nowNanos) == Window.NOT_STORED) {
                return i > 0;
            }
            handOff.remove();
        }
        return true;
    }

    /** From the spool to the outlet. */
    private boolean drain(long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            Outlet way = way(nowNanos);
            Parcel parcel = way == null ? null : backlog.peek();
            if (way == null
                    || parcel == null
                    || !isTaken(window.sendSpooled(parcel, backlog.shownEnd(), way, nowNanos), nowNanos)) {
                return i > 0;
            }
            backlog.take();
        }
        return true;
    }

    /** From the hand-off to the outlet. */
    private boolean sendOn(long nowNanos) throws InterruptedException {
        for (int i = 0; i < BURST; i++) {
            Outlet way = way(nowNanos);
            Parcel parcel = way == null ? null : handOff.peek(0);
            if (way == null || parcel == null) {
                return i > 0;
            }
            if (parcel instanceof Parcel.Mark mark) {
                window.add(mark, nowNanos);
            } else if (!isTaken(window.send(parcel, way, nowNanos), nowNanos)) {
                return i > 0;
            }
            handOff.remove();
        }
        return true;
    }

    /** Null while nothing can be sent. */
    private @Nullable Outlet way(long nowNanos) {
        boolean isLeftAlone = isRefused && nowNanos - refusedNanos < RETRY_NANOS;
        return isLeftAlone || !window.hasRoom() ? null : outlet;
    }

    private boolean isTaken(boolean taken, long nowNanos) {
        isRefused = !taken;
        refusedNanos = nowNanos;
        return taken;
    }

    /** Whether nothing is to be done, and everything is acknowledged. */
    boolean isIdle() {
        return window.isEmpty() && handOff.waitingBytes() == 0 && !backlog.hasUnread();
    }

    /** Whether somebody waits to hear that something is acknowledged. */
    boolean hasMarks() {
        return window.hasMarks();
    }

    /** Whether the spool can keep, over a restart, what is not acknowledged. */
    boolean canKeep(long nowNanos) {
        return backlog.isUsable(nowNanos);
    }

    /** Ends: what is not acknowledged goes into the spool, in order; without one, or with a full one, it is given up and counted. */
    void end(long nowNanos) throws InterruptedException {
        window.release(backlog);
        if (!isSpooling && !isIdle() && !hasOnlyTicksForNobody() && backlog.isUsable(nowNanos)) {
            beginSpooling(nowNanos);
        }
        while (isSpooling && store(nowNanos)) {
            // Until all is stored or nothing more can be.
        }
        window.keepSpooled();
        if (outlet != null) {
            outlet.close();
        }
        long dropped = 0;
        for (Parcel parcel = handOff.poll(0); parcel != null; parcel = handOff.poll(0)) {
            dropped += Fate.linesOf(parcel);
            Fate.dropped(parcel, Delivery.SHUTDOWN);
        }
        if (dropped > 0) {
            LOG.warn("ended before the broker took everything lines={}", dropped);
        }
        if (backlog.waitingBytes() > 0) {
            LOG.info(
                    "the spool keeps for the next start what Kafka has not acknowledged bytes={}",
                    backlog.waitingBytes());
        }
        backlog.close();
    }

    /** How it is now. */
    SpoolState state(long nowNanos, double growth) {
        Parcel first = window.isEmpty() ? backlog.peek() : window.first();
        return new SpoolState(
                isSpooling,
                outlet != null && !isRefused && window.ageNanos(nowNanos) < PATIENCE_NANOS,
                backlog.waitingBytes(),
                backlog.roomBytes(),
                growth,
                first == null ? 0 : first.receivedMillis());
    }
}
