package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What of one partition is in memory: sent and not acknowledged, to be sent again, or not sent yet; in this order. What Kafka refuses
 * holds up its own lane only. Belongs to the publishing thread.
 */
final class Lane {
    /** So long nothing may be acknowledged before a lane counts as stuck: a broker's hiccup is not worth a write. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** So long a lane is left alone that Kafka refused. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** So long a lane is left alone that could not be taken, once more each time. */
    private static final long NOT_NOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_NOT_NOW = 10;
    /** So often it is said how far a lane is that spools. */
    private static final long TICK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int number;
    private final String topic;
    private final InFlight inFlight;
    private final Pending pending = new Pending();
    private final Deque<Delivery> sent = new ArrayDeque<>();
    private final Deque<Delivery> again = new ArrayDeque<>();
    private final Deque<Parcel> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private int spooled;
    private long progressNanos;
    private long leftAloneUntilNanos;
    private int notNow;
    private @Nullable String refusal;
    private @Nullable String whyNotNow;
    private Parcel.@Nullable Tick ticked;
    private int ticksInFlight;
    private long tickedNanos;

    /** Whether its parcels go through the spool. */
    boolean isSpooling;
    /** Whether anything was acknowledged since that began. */
    boolean hasAnswered;
    /** {@code number} as of {@link Parcel#lane}; {@code topic} is told to operators. */
    Lane(int number, String topic, InFlight inFlight, long nowNanos) {
        this.number = number;
        this.topic = topic;
        this.inFlight = inFlight;
        this.progressNanos = nowNanos;
        this.leftAloneUntilNanos = nowNanos;
        this.tickedNanos = nowNanos;
    }

    int number() {
        return number;
    }

    String topic() {
        return topic;
    }

    /** Takes one more, that will be sent or stored later. */
    void add(Parcel parcel) {
        waiting.add(parcel);
        waitingBytes += parcel.weight();
    }

    /** The first that was neither sent nor stored, or null. */
    @Nullable
    Parcel peek() {
        return waiting.peek();
    }

    /** Removes what {@link #peek} showed. */
    void remove() {
        waitingBytes -= waiting.remove().weight();
    }

    long waitingBytes() {
        return waitingBytes;
    }

    /** Whether nothing is in memory. */
    boolean isEmpty() {
        return sent.isEmpty() && again.isEmpty() && waiting.isEmpty();
    }

    /** Whether something was refused, or is to be sent again before anything else. */
    boolean hasToRepeat() {
        return !again.isEmpty() || pending.hasFailed();
    }

    /** Whether something that was sent lies in the spool too. */
    boolean hasSpooled() {
        return spooled > 0;
    }

    /**
     * Lets go what Kafka has, and takes back what failed once the producer has nothing more of the lane.
     *
     * @return whether Kafka has taken anything
     */
    boolean release(Backlog backlog, long nowNanos) {
        boolean released = false;
        for (Delivery first = sent.peek(); first != null && first.isDone(); first = sent.peek()) {
            sent.remove();
            released = true;
            if (first.isSpooled()) {
                spooled--;
                backlog.acknowledge(number, first.position());
            }
            if (first.parcel() instanceof Parcel.Tick tick && !isExtra(first)) {
                ticked = tick;
                ticksInFlight--;
            }
        }
        if (released) {
            refusal = null;
            whyNotNow = null;
            notNow = 0;
            hasAnswered = true;
        }
        if (pending.hasFailed() && pending.isEmpty()) {
            takeBack(nowNanos);
        }
        return released;
    }

    private void takeBack(long nowNanos) {
        refusal = pending.refusal();
        if (refusal != null) {
            leftAloneUntilNanos = nowNanos + REFUSED_NANOS;
        }
        while (!sent.isEmpty()) {
            Delivery last = sent.removeLast();
            if (!isExtra(last)) { // Of those, the next one says more.
                again.addFirst(last);
            }
        }
        ticksInFlight = 0;
        pending.clear();
    }

    /** Whether it is a tick beside the order. */
    private static boolean isExtra(Delivery delivery) {
        return !delivery.isSpooled()
                && delivery.parcel() instanceof Parcel.Tick tick
                && tick.behindMillis() != Parcel.Tick.NOT_BEHIND;
    }

    /** Whether something could be sent now, if there is an outlet with room. */
    boolean isOpen(long nowNanos) {
        return nowNanos - leftAloneUntilNanos >= 0
                && !pending.hasFailed()
                && (refusal == null || sent.isEmpty()) // One at a time, until one is taken.
                && ageNanos(nowNanos) <= PATIENCE_NANOS;
    }

    /** How long ago the first was sent that is not acknowledged; 0 if there is none. */
    long ageNanos(long nowNanos) {
        Delivery first = sent.peek();
        return first == null ? 0 : nowNanos - first.sentNanos();
    }

    /** Something was acknowledged, or nothing is to be. */
    void progress(long nowNanos) {
        progressNanos = nowNanos;
    }

    /** There is nothing to do: what Kafka refused before does not matter any more. */
    void idle(long nowNanos) {
        progress(nowNanos);
        refusal = null;
    }

    /** Whether there is something to do, and nothing was acknowledged for some time. */
    boolean isStuck(long nowNanos) {
        return nowNanos - progressNanos > PATIENCE_NANOS;
    }

    /** Whether Kafka refuses what is sent, or does not acknowledge it. */
    boolean isInTrouble(long nowNanos) {
        return refusal != null || isStuck(nowNanos);
    }

    /** Why Kafka refused what was sent last, in its own words; null if it did not. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** Why the producer takes nothing, in its own words; null if it does, or does not say. */
    @Nullable
    String whyNotNow() {
        return whyNotNow;
    }

    /** Sends again what failed, in order; says whether anything was taken. */
    boolean sendAgain(Outlet outlet, long nowNanos) {
        boolean moved = false;
        for (Delivery next = again.peek(); next != null && canSend(nowNanos); next = again.peek()) {
            if (next.isDone()) {
                sent.add(next);
            } else if (!send(next, outlet, nowNanos)) {
                return moved;
            }
            again.remove();
            moved = true;
        }
        return moved;
    }

    boolean canSend(long nowNanos) {
        return isOpen(nowNanos) && inFlight.hasRoom();
    }

    /** Sends a parcel that is in memory only; false if it was not taken. */
    boolean send(Parcel parcel, Outlet outlet, long nowNanos) {
        return send(new Delivery(parcel, pending, inFlight), outlet, nowNanos);
    }

    /** The same for one that lies in the spool, up to {@code end}. */
    boolean sendSpooled(Parcel parcel, long end, Outlet outlet, long nowNanos) {
        Delivery delivery = new Delivery(parcel, pending, inFlight);
        delivery.spooled(end);
        if (send(delivery, outlet, nowNanos)) {
            spooled++;
            return true;
        }
        return false;
    }

    private boolean send(Delivery delivery, Outlet outlet, long nowNanos) {
        String whyNot = delivery.send(outlet, nowNanos);
        if (whyNot != null) {
            whyNotNow = whyNot;
            notNow = Math.min(MOST_NOT_NOW, notNow + 1);
            leftAloneUntilNanos = nowNanos + NOT_NOW_NANOS * notNow;
            return false;
        }
        sent.add(delivery);
        if (delivery.parcel() instanceof Parcel.Tick) {
            tickedNanos = nowNanos;
            ticksInFlight += isExtra(delivery) ? 0 : 1;
        }
        return true;
    }

    /**
     * The last tick before which Kafka has everything, if it is to be said once more as none was said for some time; else null, as where
     * there was none.
     */
    Parcel.@Nullable Tick tickToRepeat(long nowNanos) {
        return ticksInFlight == 0 && nowNanos - tickedNanos >= TICK_EVERY_NANOS ? ticked : null;
    }

    /**
     * Puts everything that was sent into the spool, if it is not there.
     *
     * @param store returns the position behind what it stored, or {@link Backlog#NOT_STORED}
     * @return false if something was not stored
     */
    boolean storeSent(ToLongFunction<Delivery> store) {
        return store(sent.iterator(), store) && store(again.iterator(), store);
    }

    private boolean store(Iterator<Delivery> deliveries, ToLongFunction<Delivery> store) {
        while (deliveries.hasNext()) {
            Delivery delivery = deliveries.next();
            if (delivery.isDone() || delivery.isSpooled() || isExtra(delivery)) {
                continue;
            }
            long end = store.applyAsLong(delivery);
            if (end == Backlog.NOT_STORED) {
                return false;
            }
            delivery.spooled(end);
            spooled++;
        }
        return true;
    }

    /** Tells who waits for anything in memory to send it again. */
    void tellUnsafe() {
        sent.forEach(delivery -> Fate.unsafe(delivery.parcel()));
        again.forEach(delivery -> Fate.unsafe(delivery.parcel()));
        waiting.forEach(Fate::unsafe);
    }

    /** When the first in memory was received; 0 if there is none. */
    long oldestMillis() {
        Delivery first = sent.isEmpty() ? again.peek() : sent.peek();
        Parcel parcel = first == null ? waiting.peek() : first.parcel();
        return parcel == null ? 0 : parcel.receivedMillis();
    }

    /** The gateway ends: counts what is lost by that; returns how many lines of that were never sent. */
    long end() {
        sent.forEach(Delivery::lost);
        again.forEach(Delivery::lost);
        long dropped = 0;
        for (Parcel parcel : waiting) {
            dropped += Fate.linesOf(parcel);
            Fate.dropped(parcel, Delivery.SHUTDOWN);
        }
        return dropped;
    }
}
