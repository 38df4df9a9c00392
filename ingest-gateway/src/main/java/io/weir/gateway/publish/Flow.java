package io.weir.gateway.publish;

import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.Parcel;
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
 * Which way parcels go from the hand-off: directly to the outlet while that keeps up, else through the spool; each lane by itself. Never
 * waits. Keeps the order of a lane on either way and over the changes between them; that rests on two rules. While something of a lane
 * is unread in the spool, nothing of it goes directly. And a lane never begins to spool without what was sent before and is not
 * acknowledged: so whatever is not acknowledged lies in the spool, in order, for a restart. Belongs to the publishing thread.
 */
final class Flow {
    private static final Logger LOG = LoggerFactory.getLogger(Flow.class);
    /** What was sent last must be younger than this, for the way past the spool to be free again. */
    private static final long CAUGHT_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** So long the others wait for a lane that cannot go on, before it has to read the spool by itself. */
    private static final long LEAVE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** So often senders hear that what they wait for is in memory only. */
    private static final long TELL_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Parcels moved in one turn, so that none of its parts keeps the others waiting. */
    private static final int BURST = 1024;
    /** Refused lines are cheap: they are not spooled when it is fuller than this. */
    private static final double CHEAP_UNTIL = 0.25;

    static final String SPOOL_FULL = "spool-full";

    private final HandOff handOff;
    private final Backlog backlog;
    private final List<Lane> lanes;
    private final LongSupplier nowMillis;
    private @Nullable Outlet outlet;
    private String said = "";
    private boolean isNewlyConnected;
    private long headWaitsSinceNanos = Long.MIN_VALUE;
    private long toldNanos;

    /** {@code nowMillis} is the gateway's time, since the epoch. */
    Flow(HandOff handOff, Backlog backlog, List<Lane> lanes, LongSupplier nowMillis) {
        this.handOff = handOff;
        this.backlog = backlog;
        this.lanes = lanes;
        this.nowMillis = nowMillis;
        lanes.forEach(lane -> lane.isSpooling = backlog.hasUnread(lane.number()));
    }

    /** Parcels can be sent there, once it is not null. */
    void connect(@Nullable Outlet opened) {
        isNewlyConnected |= opened != outlet;
        outlet = opened;
    }

    /** Does what can be done now; says whether there was anything. */
    boolean turn(long nowNanos) throws InterruptedException {
        boolean moved = takeIn();
        boolean hasAskedForNothing = isNewlyConnected || hasOnlyTicksForNobody();
        isNewlyConnected = false;
        for (Lane lane : lanes) {
            boolean released = lane.release(backlog, nowNanos);
            if (isIdle(lane)) {
                lane.idle(nowNanos);
            } else if (released || hasAskedForNothing) {
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
        tellInputs(nowNanos);
        backlog.save(nowNanos);
        return moved;
    }

    /** From the hand-off to the lanes, where it goes on to weigh. */
    private boolean takeIn() throws InterruptedException {
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = handOff.take();
            if (parcel == null) {
                return i > 0;
            }
            lanes.get(parcel.lane()).add(parcel);
        }
        return true;
    }

    private boolean move(Lane lane, long nowNanos) {
        if (!lane.isSpooling && mustSpool(lane, nowNanos)) {
            beginSpooling(lane, nowNanos);
        }
        boolean moved = outlet != null && lane.sendAgain(outlet, nowNanos);
        if (!lane.isSpooling) {
            moved |= sendOn(lane, nowNanos);
            return moved;
        }
        moved |= store(lane, nowNanos);
        moved |= drain(lane, nowNanos);
        sayHowFar(lane, nowNanos);
        return moved;
    }

    private boolean mustSpool(Lane lane, long nowNanos) {
        boolean isCrowded = handOff.fullness() > 0.5 && lane.peek() != null;
        return backlog.isOpen(nowNanos) && (isCrowded || lane.isInTrouble(nowNanos));
    }

    /**
     * Whether Kafka was not found yet and nothing waits but ticks, which alone are not worth a spool: that nothing was acknowledged is no
     * sign of anything.
     */
    private boolean hasOnlyTicksForNobody() {
        return outlet == null && handOff.hasOnlyTicks() && !backlog.hasUnread();
    }

    private void beginSpooling(Lane lane, long nowNanos) {
        if (lane.storeSent(delivery -> backlog.keep(delivery, nowNanos))) {
            lane.isSpooling = true;
            lane.hasAnswered = false;
        }
    }

    private void endSpoolingIfCaughtUp(Lane lane, long nowNanos) {
        if (!lane.isSpooling || backlog.hasUnread(lane.number())) {
            return;
        }
        boolean keepsUp = lane.hasAnswered
                && lane.isOpen(nowNanos)
                && !lane.hasToRepeat()
                && lane.ageNanos(nowNanos) < CAUGHT_UP_NANOS
                && handOff.fullness() < 0.5;
        if (lane.isEmpty() || keepsUp || !backlog.isOpen(nowNanos)) {
            lane.isSpooling = false;
            lane.progress(nowNanos);
        }
    }

    /** Logs when something begins to go through the spool or is refused, and when nothing does any more. */
    private void sayChange(long nowNanos) {
        String refused = Troubles.text(lanes, nowNanos);
        boolean isSpooling = isSpooling() && backlog.waitingBytes() > 0;
        if (!refused.isEmpty() && said.isEmpty()) {
            said = refused;
            LOG.warn("Kafka {}; {}", refused, isSpooling ? "lines go through the spool" : "lines wait in memory");
        } else if (isSpooling && said.isEmpty()) {
            said = "Kafka is away, or takes less than comes in";
            LOG.warn("{}: lines go through the spool until it has caught up", said);
        } else if (!said.isEmpty() && refused.isEmpty() && !isSpooling()) {
            said = "";
            LOG.info("the spool is empty: lines go to Kafka directly");
        }
    }

    private boolean isSpooling() {
        return lanes.stream().anyMatch(lane -> lane.isSpooling);
    }

    /** From memory into the spool. */
    private boolean store(Lane lane, long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = lane.peek();
            if (parcel == null) {
                return i > 0;
            }
            if (parcel instanceof Parcel.Refused && backlog.fullness() > CHEAP_UNTIL) {
                Fate.dropped(parcel, SPOOL_FULL);
            } else if (!backlog.store(parcel, nowNanos)) {
                return i > 0;
            }
            remove(lane, parcel);
        }
        return true;
    }

    private void remove(Lane lane, Parcel parcel) {
        lane.remove();
        handOff.release(parcel);
    }

    /** From memory to the outlet. */
    private boolean sendOn(Lane lane, long nowNanos) {
        Outlet way = outlet;
        for (int i = 0; i < BURST; i++) {
            Parcel parcel = lane.peek();
            boolean isFree = way != null && !lane.hasToRepeat() && lane.canSend(nowNanos);
            if (way == null || !isFree || parcel == null || !lane.send(parcel, way, nowNanos)) {
                return i > 0;
            }
            remove(lane, parcel);
        }
        return true;
    }

    /** From the spool to the outlet, of a lane that reads by itself. */
    private boolean drain(Lane lane, long nowNanos) {
        for (int i = 0; i < BURST; i++) {
            boolean isLate = canDrain(lane, nowNanos);
            Backlog.Stored next = isLate ? backlog.peek(lane.number(), nowNanos) : null;
            if (next == null || !send(lane, next, nowNanos)) {
                return i > 0;
            }
        }
        return true;
    }

    private boolean canDrain(Lane lane, long nowNanos) {
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

    /** From the spool to the outlet, of all lanes that keep up with each other. */
    private boolean drain(long nowNanos) {
        if (!backlog.hasUnread() || lanes.stream().noneMatch(lane -> canDrain(lane, nowNanos))) {
            return false;
        }
        for (int i = 0; i < BURST; i++) {
            Backlog.Stored next = backlog.peek(nowNanos);
            if (next == null) {
                return i > 0 || (backlog.hasUnread() && backlog.isReadable(nowNanos));
            }
            Lane lane = lanes.get(next.lane());
            if (canDrain(lane, nowNanos) && send(lane, next, nowNanos)) {
                headWaitsSinceNanos = Long.MIN_VALUE;
                continue;
            }
            if (lane.isOpen(nowNanos) && !lane.hasToRepeat()) {
                return i > 0; // It waits for room, as all do.
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
     * A lane that spools and takes what it is sent must not look silent: once a second it is told that the gateway is there, but that
     * everything has been sent only up to the last tick that Kafka has in its order.
     */
    private void sayHowFar(Lane lane, long nowNanos) {
        Parcel.Tick last = lane.tickToRepeat(nowNanos);
        if (outlet != null && last != null && !lane.isInTrouble(nowNanos) && lane.canSend(nowNanos)) {
            lane.send(last.behind(nowMillis.getAsLong()), outlet, nowNanos);
        }
    }

    /** Tells the inputs how much room there is, and who waits in vain. */
    private void tellInputs(long nowNanos) {
        double spoolFullness = isSpooling() ? backlog.fullness() : 0;
        handOff.pressure().update(Math.max(handOff.fullness(), spoolFullness));
        handOff.whyFull(backlog.isFull() ? SPOOL_FULL : HandOff.BROKER_SLOW);
        if (nowNanos - toldNanos < TELL_EVERY_NANOS) {
            return;
        }
        toldNanos = nowNanos;
        List<Lane> inMemory = backlog.isOpen(nowNanos)
                ? List.of()
                : lanes.stream().filter(lane -> lane.isInTrouble(nowNanos)).toList();
        inMemory.forEach(Lane::tellUnsafe);
        handOff.isKafkaBehind(lanes.stream()
                .filter(lane -> lane.number() > 0)
                .allMatch(lane -> lane.isSpooling || lane.isInTrouble(nowNanos)));
        handOff.isForMemoryOnly(inMemory.stream().anyMatch(lane -> lane.number() > 0));
        handOff.closedLanes(tooFull(inMemory));
        sayChange(nowNanos);
    }

    /** Those of the lanes that hold more than a share of half the room, while others go on. */
    private @Nullable BitSet tooFull(List<Lane> inTrouble) {
        if (inTrouble.isEmpty() || inTrouble.size() == lanes.size()) {
            return null;
        }
        BitSet full = new BitSet();
        inTrouble.stream()
                .filter(lane -> lane.waitingBytes() > handOff.capacity() / 2 / inTrouble.size())
                .forEach(lane -> full.set(lane.number()));
        return full;
    }

    private boolean isIdle(Lane lane) {
        return lane.isEmpty() && !backlog.hasUnread(lane.number());
    }

    /** Whether nothing is to be done, and everything is acknowledged. */
    boolean isIdle() {
        return handOff.waitingBytes() == 0
                && !backlog.hasUnread()
                && lanes.stream().allMatch(Lane::isEmpty);
    }

    /** Whether something waits to be moved: for room, for Kafka or for the disk. */
    boolean isWaiting() {
        return lanes.stream().anyMatch(lane -> lane.peek() != null || lane.hasToRepeat()) || backlog.hasUnread();
    }

    /** Whether there is something to do, and Kafka takes nothing of it. */
    boolean isStuck(long nowNanos) {
        return lanes.stream().allMatch(lane -> isIdle(lane) || lane.isInTrouble(nowNanos));
    }

    /** Whether the spool can keep, over a restart, what is not acknowledged. */
    boolean canKeep(long nowNanos) {
        return backlog.isUsable(nowNanos);
    }

    /** Ends: what is not acknowledged goes into the spool, in order; without one, or with a full one, it is given up and counted. */
    void end(long nowNanos) throws InterruptedException {
        while (takeIn()) {
            // Until all is in its lane.
        }
        backlog.tryAgain(nowNanos);
        boolean isWorthIt = !hasOnlyTicksForNobody();
        for (Lane lane : lanes) {
            lane.release(backlog, nowNanos);
            if (!lane.isSpooling && isWorthIt && !isIdle(lane) && backlog.isUsable(nowNanos)) {
                beginSpooling(lane, nowNanos);
            }
            while (lane.isSpooling && store(lane, nowNanos)) {
                // Until all is stored or nothing more can be.
            }
        }
        if (outlet != null) {
            outlet.close();
        }
        long dropped = lanes.stream().mapToLong(Lane::end).sum();
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
        boolean answers = outlet != null
                && lanes.stream().anyMatch(lane -> lane.isSpooling && lane.hasAnswered && lane.isOpen(nowNanos));
        String disk = backlog.failure();
        SpoolState.Way way = new SpoolState.Way(
                isSpooling(),
                lanes.stream().anyMatch(lane -> lane.isInTrouble(nowNanos)),
                answers,
                Troubles.text(lanes, nowNanos),
                Troubles.hint(lanes, nowNanos),
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

    /** How many lanes Kafka does not take. */
    long troubled(long nowNanos) {
        return lanes.stream().filter(lane -> lane.isInTrouble(nowNanos)).count();
    }
}
