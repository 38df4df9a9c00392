package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes parcels from the queue: directly to the outlet while Kafka keeps up, else through the
 * spool; separately for each lane. Two rules keep the order of a lane on both routes and between
 * them. While the spool holds unread parcels of a lane, the lane sends nothing directly. A lane
 * that starts spooling first stores its unacknowledged parcels, so that the spool then holds
 * everything unacknowledged, in order, for a restart. Belongs to the publishing thread.
 */
final class PublishRouter {
    private static final Logger LOG = LoggerFactory.getLogger(PublishRouter.class);
    /** The oldest unacknowledged parcel must be younger than this to end spooling. */
    private static final long CAUGHT_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How long lanes wait for a blocked lane before it gets its own cursor. */
    private static final long LEAVE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Interval at which senders are notified that their lines are in memory only. */
    private static final long NOTIFY_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Parcels moved per turn and step, so that no step delays the others. */
    private static final int BURST = 1024;
    /** Rejected lines are not spooled above this share of the spool. */
    private static final double CHEAP_UNTIL = 0.25;

    static final String SPOOL_FULL = "spool-full";

    private final PublishQueue queue;
    private final Backlog backlog;
    private final List<Lane> lanes;
    private final LongSupplier nowMillis;
    private final StoreTime storeTime;
    private @Nullable Outlet outlet;
    private final RouteLog log = new RouteLog();
    private boolean isNewlyConnected;
    private long headWaitsSinceNanos = Long.MIN_VALUE;
    private long notifiedNanos;

    /** {@code nowMillis} is the gateway's time, since the epoch. */
    PublishRouter(PublishQueue queue, Backlog backlog, List<Lane> lanes, LongSupplier nowMillis, StoreTime storeTime) {
        this.queue = queue;
        this.backlog = backlog;
        this.lanes = lanes;
        this.nowMillis = nowMillis;
        this.storeTime = storeTime;
        lanes.forEach(lane -> lane.isSpooling = backlog.hasUnread(lane.number()));
    }

    /** Sets the outlet; null while there is none. */
    void connect(@Nullable Outlet opened) {
        isNewlyConnected |= opened != outlet;
        outlet = opened;
    }

    /** Does everything possible now. Returns whether anything was moved. */
    boolean turn(long nowNanos) throws InterruptedException {
        boolean moved = takeIn();
        boolean hasNothingToAcknowledge = isNewlyConnected || hasOnlyUnsendableTicks();
        isNewlyConnected = false;
        int first = storeTime.beginTurn(lanes.size());
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get((first + i) % lanes.size());
            boolean released = lane.release(backlog, nowNanos);
            if (isIdle(lane)) {
                lane.idle(nowNanos);
            } else if (released || hasNothingToAcknowledge) {
                lane.progress(nowNanos);
            }
            if (!lane.hasSpooled()) {
                backlog.acknowledgeTaken(lane.number());
            }
            moved |= released;
            moved |= move(lane, nowNanos);
        }
        moved |= drain(nowNanos);
        lanes.forEach(lane -> endSpoolingIfCaughtUp(lane, nowNanos));
        notifyInputs(nowNanos);
        backlog.save(nowNanos);
        return moved;
    }

    /** Moves parcels from the queue to the lanes; they keep their weight there. */
    private boolean takeIn() throws InterruptedException {
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = queue.take();
            if (parcel == null) {
                return i > 0;
            }
            lanes.get(parcel.lane()).add(parcel);
        }
        return true;
    }

    private boolean move(Lane lane, long nowNanos) {
        boolean moved = outlet != null && lane.sendAgain(outlet, nowNanos);
        if (!lane.isSpooling) {
            moved |= sendOn(lane, nowNanos);
            if (!mustSpool(lane, nowNanos) || !beginSpooling(lane, nowNanos)) {
                return moved;
            }
        }
        moved |= store(lane, nowNanos);
        moved |= drain(lane, nowNanos);
        reportProgress(lane, nowNanos);
        return moved;
    }

    /** Call this after sending what can be sent. */
    private boolean mustSpool(Lane lane, long nowNanos) {
        boolean isCrowded = queue.fullness() > 0.5 && lane.peek() != null && !canSend(lane, nowNanos);
        return backlog.isOpen(nowNanos) && (isCrowded || lane.isInTrouble(nowNanos));
    }

    /** Whether there is no outlet yet and only ticks wait, which do not justify spooling. */
    private boolean hasOnlyUnsendableTicks() {
        return outlet == null && queue.hasOnlyTicks() && !backlog.hasUnread();
    }

    /** Returns false if not all sent parcels could be stored in this turn. */
    private boolean beginSpooling(Lane lane, long nowNanos) {
        boolean isStored = lane.storeSent(delivery -> keep(lane, delivery, nowNanos));
        if (isStored) {
            lane.isSpooling = true;
            lane.hasAnswered = false;
        }
        return isStored;
    }

    private long keep(Lane lane, ParcelDelivery delivery, long nowNanos) {
        if (!storeTime.mayStore()) {
            return Backlog.NOT_STORED;
        }
        long end = backlog.keep(delivery, nowNanos);
        storeTime.stored(lane.number());
        return end;
    }

    private void endSpoolingIfCaughtUp(Lane lane, long nowNanos) {
        if (!lane.isSpooling || backlog.hasUnread(lane.number())) {
            return;
        }
        boolean keepsUp = lane.hasAnswered && canSend(lane, nowNanos) && lane.ageNanos(nowNanos) < CAUGHT_UP_NANOS;
        if (lane.isEmpty() || keepsUp || !backlog.isOpen(nowNanos)) {
            lane.isSpooling = false;
            lane.progress(nowNanos);
        }
    }

    private boolean isSpooling() {
        return lanes.stream().anyMatch(lane -> lane.isSpooling);
    }

    /** Stores parcels from memory in the spool. */
    private boolean store(Lane lane, long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = lane.peek();
            if (parcel == null) {
                return i > 0;
            }
            if (!storeTime.mayStore()) {
                return true;
            }
            boolean isCheap = parcel instanceof Parcel.Refused && backlog.fullness() > CHEAP_UNTIL;
            boolean isStored = !isCheap && backlog.store(parcel, nowNanos);
            storeTime.stored(lane.number());
            if (isCheap) {
                DeliveryOutcomes.dropped(parcel, SPOOL_FULL);
            } else if (!isStored) {
                return i > 0;
            }
            remove(lane, parcel);
        }
        return true;
    }

    private void remove(Lane lane, Parcel parcel) {
        lane.remove();
        queue.release(parcel);
    }

    /** Sends parcels from memory. */
    private boolean sendOn(Lane lane, long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            Outlet to = canSend(lane, nowNanos) ? outlet : null;
            Parcel parcel = lane.peek();
            if (to == null || parcel == null || !lane.send(parcel, to, nowNanos)) {
                return i > 0;
            }
            remove(lane, parcel);
        }
        return true;
    }

    /** Sends spooled parcels of a lane with its own cursor. */
    private boolean drain(Lane lane, long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            Backlog.Stored next = canSend(lane, nowNanos) ? backlog.peek(lane.number(), nowNanos) : null;
            if (next == null || !send(lane, next, nowNanos)) {
                return i > 0;
            }
        }
        return true;
    }

    private boolean canSend(Lane lane, long nowNanos) {
        return outlet != null && !lane.hasToRepeat() && lane.canSend(nowNanos);
    }

    private boolean send(Lane lane, Backlog.Stored stored, long nowNanos) {
        Parcel parcel =
                stored.parcel() instanceof Parcel.Tick tick ? tick.behind(nowMillis.getAsLong()) : stored.parcel();
        if (outlet == null || !lane.sendSpooled(parcel, stored.frame().end(), outlet, nowNanos)) {
            return false;
        }
        backlog.take(stored);
        return true;
    }

    /** Sends spooled parcels of all lanes that share the common cursor. */
    private boolean drain(long nowNanos) {
        if (!backlog.hasUnread() || lanes.stream().noneMatch(lane -> canSend(lane, nowNanos))) {
            return false;
        }
        for (int i = 0; i < BURST; i++) {
            Backlog.Stored next = backlog.peek(nowNanos);
            if (next == null) {
                return i > 0 || (backlog.hasUnread() && backlog.isReadable(nowNanos));
            }
            Lane lane = lanes.get(next.lane());
            if (canSend(lane, nowNanos) && send(lane, next, nowNanos)) {
                headWaitsSinceNanos = Long.MIN_VALUE;
                continue;
            }
            if (lane.isOpen(nowNanos) && !lane.hasToRepeat()) {
                return i > 0; // The lane waits for room, like all lanes.
            }
            if (headWaitsSinceNanos == Long.MIN_VALUE) {
                headWaitsSinceNanos = nowNanos;
            }
            if (nowNanos - headWaitsSinceNanos < LEAVE_AFTER_NANOS) {
                return i > 0;
            }
            backlog.leave(next);
        }
        return true;
    }

    /**
     * Repeats the last acknowledged tick once a second for a lane that spools but accepts records.
     * Consumers then see that the gateway is alive and how far the lane is.
     */
    private void reportProgress(Lane lane, long nowNanos) {
        Parcel.Tick last = lane.tickToRepeat(nowNanos);
        if (outlet != null && last != null && !lane.isInTrouble(nowNanos) && lane.canSend(nowNanos)) {
            lane.send(last.behind(nowMillis.getAsLong()), outlet, nowNanos);
        }
    }

    /** Reports the available room to the inputs, and notifies senders that wait in vain. */
    private void notifyInputs(long nowNanos) {
        double spoolFullness = isSpooling() ? backlog.fullness() : 0;
        queue.pressure().update(Math.max(queue.fullness(), spoolFullness));
        queue.whyFull(backlog.isFull() ? SPOOL_FULL : PublishQueue.BROKER_SLOW);
        if (nowNanos - notifiedNanos < NOTIFY_EVERY_NANOS) {
            return;
        }
        notifiedNanos = nowNanos;
        List<Lane> inMemory = backlog.isOpen(nowNanos)
                ? List.of()
                : lanes.stream().filter(lane -> lane.isInTrouble(nowNanos)).toList();
        inMemory.forEach(Lane::reportUnsafe);
        queue.setKafkaBehind(lanes.stream()
                .filter(lane -> lane.number() > 0)
                .allMatch(lane -> lane.isSpooling || lane.isInTrouble(nowNanos)));
        queue.setForMemoryOnly(inMemory.stream().anyMatch(lane -> lane.number() > 0));
        queue.closedLanes(tooFull(inMemory));
        log.now(FailingTopics.text(lanes, nowNanos), isSpooling(), backlog.waitingBytes() > 0);
    }

    /**
     * Lanes in trouble that use more than their share of half the queue while others proceed; null
     * if none or all lanes are in trouble.
     */
    private @Nullable BitSet tooFull(List<Lane> inTrouble) {
        if (inTrouble.isEmpty() || inTrouble.size() == lanes.size()) {
            return null;
        }
        BitSet full = new BitSet();
        inTrouble.stream()
                .filter(lane -> lane.waitingBytes() > queue.capacity() / 2 / inTrouble.size())
                .forEach(lane -> full.set(lane.number()));
        return full;
    }

    private boolean isIdle(Lane lane) {
        return lane.isEmpty() && !backlog.hasUnread(lane.number());
    }

    /** Whether everything is sent and acknowledged. */
    boolean isIdle() {
        return queue.waitingBytes() == 0
                && !backlog.hasUnread()
                && lanes.stream().allMatch(Lane::isEmpty);
    }

    /** Whether parcels wait for room, for Kafka or for the disk. */
    boolean isWaiting() {
        return lanes.stream().anyMatch(lane -> lane.peek() != null || lane.hasToRepeat()) || backlog.hasUnread();
    }

    /** Whether Kafka accepts nothing although there is something to send. */
    boolean isStuck(long nowNanos) {
        return lanes.stream().allMatch(lane -> isIdle(lane) || lane.isInTrouble(nowNanos));
    }

    /** Whether the spool can keep unacknowledged parcels over a restart. */
    boolean canKeep(long nowNanos) {
        return backlog.isUsable(nowNanos);
    }

    /**
     * Stops. Stores unacknowledged parcels in the spool, in order; drops and counts them if there
     * is no room, or the disk does not take them within {@code storeNanos}.
     */
    void end(long nowNanos, long storeNanos) throws InterruptedException {
        while (takeIn()) {
            // Until all parcels are in their lanes.
        }
        backlog.tryAgain(nowNanos);
        storeTime.beginLastTurn(storeNanos);
        boolean isWorthIt = !hasOnlyUnsendableTicks();
        for (Lane lane : lanes) {
            lane.release(backlog, nowNanos);
            if (!lane.isSpooling && isWorthIt && !isIdle(lane) && backlog.isUsable(nowNanos)) {
                beginSpooling(lane, nowNanos);
            }
            while (lane.isSpooling && storeTime.mayStore() && store(lane, nowNanos)) {
                // Until all are stored or no more can be.
            }
        }
        if (outlet != null) {
            outlet.close();
        }
        long dropped = lanes.stream().mapToLong(Lane::end).sum();
        if (dropped > 0) {
            LOG.warn("the gateway ended before it sent all lines to Kafka; unsent lines are lost lines={}", dropped);
        }
        if (backlog.waitingBytes() > 0) {
            LOG.info("the spool keeps unacknowledged lines for the next start bytes={}", backlog.waitingBytes());
        }
        backlog.close();
    }

    /** The current state. */
    SpoolState state(long nowNanos, double growth) {
        boolean answers = outlet != null
                && lanes.stream().anyMatch(lane -> lane.isSpooling && lane.hasAnswered && lane.isOpen(nowNanos));
        String disk = backlog.failure();
        SpoolState.Way way = new SpoolState.Way(
                isSpooling(),
                lanes.stream().anyMatch(lane -> lane.isInTrouble(nowNanos)),
                answers,
                FailingTopics.text(lanes, nowNanos),
                FailingTopics.hint(lanes, nowNanos),
                disk == null ? "" : disk);
        return new SpoolState(way, backlog.waitingBytes(), backlog.roomBytes(), growth, oldestMillis(nowNanos));
    }

    private long oldestMillis(long nowNanos) {
        Stream<Long> inSpool = Stream.concat(
                        Stream.of(Optional.ofNullable(backlog.peek(nowNanos))),
                        lanes.stream().map(lane -> Optional.ofNullable(backlog.peek(lane.number(), nowNanos))))
                .flatMap(Optional::stream)
                .map(stored -> stored.parcel().receivedMillis());
        return Stream.concat(inSpool, lanes.stream().map(Lane::oldestMillis))
                .filter(millis -> millis > 0)
                .min(Long::compare)
                .orElse(0L);
    }

    /** Number of lanes whose records Kafka rejects or does not acknowledge. */
    long failing(long nowNanos) {
        return lanes.stream().filter(lane -> lane.isInTrouble(nowNanos)).count();
    }
}
