package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The parcels of one partition, or of {@code metrics.rejected}, in memory: sent and not
 * acknowledged, to be sent again, and not sent yet, in this order. A record that Kafka rejects
 * blocks its own lane only. Belongs to the publishing thread.
 */
final class Lane {
    /**
     * Without an acknowledgement for this long, a lane is stuck. A shorter pause of the broker does
     * not justify spooling.
     */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Pause after Kafka rejected a record. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Pause after the producer did not accept a parcel; grows with each attempt. */
    private static final long NOT_NOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_NOT_NOW = 10;
    /** Interval of repeated ticks while a lane spools. */
    private static final long TICK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int number;
    private final String topic;
    private final InFlightBatches inFlight;
    private final InFlightRecords records = new InFlightRecords();
    private final Deque<ParcelDelivery> sent = new ArrayDeque<>();
    private final Deque<ParcelDelivery> again = new ArrayDeque<>();
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

    /** Whether the parcels of the lane go through the spool. */
    boolean isSpooling;
    /** Whether Kafka has acknowledged a record of the lane since spooling started. */
    boolean hasAnswered;
    /**
     * {@code number} is that of {@link Parcel#lane}; {@code topic} appears in messages to
     * operators.
     */
    Lane(int number, String topic, InFlightBatches inFlight, long nowNanos) {
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

    /** Adds a parcel to be sent or stored later. */
    void add(Parcel parcel) {
        waiting.add(parcel);
        waitingBytes += parcel.weight();
    }

    /** The first parcel that was neither sent nor stored, or null. */
    @Nullable
    Parcel peek() {
        return waiting.peek();
    }

    /** Removes the result of {@link #peek}. */
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

    /** Whether a record failed or waits to be sent again before anything else. */
    boolean hasToRepeat() {
        return !again.isEmpty() || records.hasFailed();
    }

    /** Whether a sent parcel is in the spool, too. */
    boolean hasSpooled() {
        return spooled > 0;
    }

    /**
     * Removes acknowledged deliveries. After a failure, queues the others to be sent again, once
     * the producer has no more records of the lane.
     *
     * @return whether Kafka acknowledged anything
     */
    boolean release(Backlog backlog, long nowNanos) {
        boolean released = false;
        for (ParcelDelivery first = sent.peek(); first != null && first.isDone(); first = sent.peek()) {
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
        if (records.hasFailed() && records.isEmpty()) {
            takeBack(nowNanos);
        }
        return released;
    }

    private void takeBack(long nowNanos) {
        refusal = records.refusal();
        if (refusal != null) {
            leftAloneUntilNanos = nowNanos + REFUSED_NANOS;
        }
        while (!sent.isEmpty()) {
            ParcelDelivery last = sent.removeLast();
            // Extra ticks are not repeated: the next one replaces them.
            if (!isExtra(last)) {
                again.addFirst(last);
            }
        }
        ticksInFlight = 0;
        records.clear();
    }

    /**
     * Whether the delivery is an extra tick, which reports progress and has no place in the order
     * of the lane.
     */
    private static boolean isExtra(ParcelDelivery delivery) {
        return !delivery.isSpooled()
                && delivery.parcel() instanceof Parcel.Tick tick
                && tick.sentMillis() != Parcel.Tick.NOT_BEHIND;
    }

    /** Whether a parcel could be sent now, given an outlet with room. */
    boolean isOpen(long nowNanos) {
        return nowNanos - leftAloneUntilNanos >= 0
                && !records.hasFailed()
                && (refusal == null || sent.isEmpty()) // One at a time until one is accepted.
                && ageNanos(nowNanos) <= PATIENCE_NANOS;
    }

    /** Age of the first unacknowledged delivery, or 0. */
    long ageNanos(long nowNanos) {
        ParcelDelivery first = sent.peek();
        return first == null ? 0 : nowNanos - first.sentNanos();
    }

    /** Records that something was acknowledged, or that nothing is outstanding. */
    void progress(long nowNanos) {
        progressNanos = nowNanos;
    }

    /** Records that there is nothing to do; an earlier rejection no longer matters. */
    void idle(long nowNanos) {
        progress(nowNanos);
        refusal = null;
    }

    /** Whether there is work, and nothing was acknowledged for some time. */
    boolean isStuck(long nowNanos) {
        return nowNanos - progressNanos > PATIENCE_NANOS;
    }

    /** Whether Kafka rejects the records of the lane, or does not acknowledge them in time. */
    boolean isInTrouble(long nowNanos) {
        return refusal != null || isStuck(nowNanos);
    }

    /**
     * Kafka's reason for the latest rejection; null if there was none, or Kafka has accepted a
     * record since.
     */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** The producer's reason for accepting nothing; null if it accepts or states none. */
    @Nullable
    String whyNotNow() {
        return whyNotNow;
    }

    /** Sends failed deliveries again, in order. Returns whether any was accepted. */
    boolean sendAgain(Outlet outlet, long nowNanos) {
        boolean moved = false;
        for (ParcelDelivery next = again.peek(); next != null && canSend(nowNanos); next = again.peek()) {
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

    /** Sends a parcel that is in memory only. Returns false if it was not accepted. */
    boolean send(Parcel parcel, Outlet outlet, long nowNanos) {
        return send(new ParcelDelivery(parcel, records, inFlight), outlet, nowNanos);
    }

    /** The same for a parcel that is in the spool, up to {@code end}. */
    boolean sendSpooled(Parcel parcel, long end, Outlet outlet, long nowNanos) {
        ParcelDelivery delivery = new ParcelDelivery(parcel, records, inFlight);
        delivery.spooled(end);
        if (send(delivery, outlet, nowNanos)) {
            spooled++;
            return true;
        }
        return false;
    }

    private boolean send(ParcelDelivery delivery, Outlet outlet, long nowNanos) {
        delivery.attempt(nowNanos);
        String whyNot = outlet.send(delivery.parcel(), delivery);
        delivery.attempted(whyNot == null);
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
     * The last tick before which Kafka has everything, if no tick was sent for some time; else
     * null, also if there was no tick.
     */
    Parcel.@Nullable Tick tickToRepeat(long nowNanos) {
        return ticksInFlight == 0 && nowNanos - tickedNanos >= TICK_EVERY_NANOS ? ticked : null;
    }

    /**
     * Stores all sent parcels that are not in the spool yet.
     *
     * @param store returns the position after the stored parcel, or {@link Backlog#NOT_STORED}
     * @return false if a parcel was not stored
     */
    boolean storeSent(ToLongFunction<ParcelDelivery> store) {
        return store(sent.iterator(), store) && store(again.iterator(), store);
    }

    private boolean store(Iterator<ParcelDelivery> deliveries, ToLongFunction<ParcelDelivery> store) {
        while (deliveries.hasNext()) {
            ParcelDelivery delivery = deliveries.next();
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

    /** Notifies senders that their lines are in memory only, so that they send them again. */
    void reportUnsafe() {
        sent.forEach(delivery -> DeliveryOutcomes.unsafe(delivery.parcel()));
        again.forEach(delivery -> DeliveryOutcomes.unsafe(delivery.parcel()));
        waiting.forEach(DeliveryOutcomes::unsafe);
    }

    /** Receive time of the first parcel in memory, or 0. */
    long oldestMillis() {
        ParcelDelivery first = sent.isEmpty() ? again.peek() : sent.peek();
        Parcel parcel = first == null ? waiting.peek() : first.parcel();
        return parcel == null ? 0 : parcel.receivedMillis();
    }

    /**
     * At shutdown: counts everything that is lost. Returns the number of lines that were never
     * sent.
     */
    long end() {
        sent.forEach(ParcelDelivery::lost);
        again.forEach(ParcelDelivery::lost);
        long dropped = 0;
        for (Parcel parcel : waiting) {
            dropped += DeliveryOutcomes.linesOf(parcel);
            DeliveryOutcomes.dropped(parcel, ParcelDelivery.SHUTDOWN);
        }
        return dropped;
    }
}
