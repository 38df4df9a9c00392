package io.weir.gateway.intake;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the event loops, which never wait, and the publishing thread, which may. Bounded by weight in bytes;
 * keeps the order of each offering thread. Thread-safe; but only one thread may {@link #peek}, {@link #remove} and {@link #poll}.
 */
public final class HandOff {
    /** Why lines are dropped: there is no room, because the broker takes less than what comes in. */
    public static final String BROKER_SLOW = "broker-slow";

    private final LinkedBlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();
    private final AtomicLong weight = new AtomicLong();
    private final AtomicInteger ticks = new AtomicInteger();
    private final BatchNumbers numbers = new BatchNumbers();
    private final long capacity;
    private final Pressure pressure;
    private @Nullable Parcel first;
    private volatile String whyFull = BROKER_SLOW;

    /** {@code capacity} in bytes; nothing is given up before the rest. */
    public HandOff(long capacity) {
        this(capacity, new Pressure(Shedding.NONE));
    }

    /** {@code capacity} in bytes; the publishing thread tells the pressure. */
    public HandOff(long capacity, Pressure pressure) {
        this.capacity = capacity;
        this.pressure = pressure;
    }

    /** Numbers the batches that are offered. */
    public BatchNumbers numbers() {
        return numbers;
    }

    /** Takes the parcel and says true, or says false at once because the publisher is that far behind. */
    public boolean offer(Parcel parcel) {
        return offerWithin(capacity, parcel);
    }

    /** As {@link #offer}, but leaves most of the room to lines that could be read: what is cheapest to lose goes first. */
    public boolean offerCheap(Parcel parcel) {
        return offerWithin(capacity / 4, parcel);
    }

    /**
     * Asks to be told once all that this thread has offered before is safe: acknowledged by Kafka, or in the spool on disk. For inputs
     * whose senders wait for that: answer a request, commit an offset only then. Flush the intake before, or what it still
     * gathers is not meant. Costs about a linger and a round trip to Kafka, a few seconds at most while there is a spool with
     * room; without one, as long as Kafka is away.
     *
     * <p>What Kafka refuses for good (counted as lost) does not hold it up; lines that found no room, against the advice of {@link
     * #hasRoom}, are counted as dropped and not meant either. If the gateway ends before, it is never told: the sender has to send
     * again.
     *
     * @param whenSafe run once, in the publishing thread, and so must neither wait nor throw: hand on to your own event loop
     */
    public void mark(Runnable whenSafe) {
        Parcel mark = new Parcel.Mark(whenSafe);
        weight.addAndGet(mark.weight());
        parcels.add(mark);
    }

    /**
     * Whether an input whose senders can wait should go on reading: less than half of the room is taken, and nothing is being given up.
     * Otherwise stop reading, or ask to come again later, and look again in some 100 ms.
     */
    public boolean hasRoom() {
        return weight.get() < capacity / 2 && !pressure.isHigh();
    }

    private boolean offerWithin(long limit, Parcel parcel) {
        if (weight.addAndGet(parcel.weight()) > limit) {
            weight.addAndGet(-parcel.weight());
            return false;
        }
        if (parcel instanceof Parcel.Tick) {
            ticks.incrementAndGet();
        }
        parcels.add(parcel);
        return true;
    }

    /** The next parcel, waiting at most {@code millis} for one; null when none came. It stays, and weighs, until it is removed. */
    public @Nullable Parcel peek(long millis) throws InterruptedException {
        if (first == null) {
            first = parcels.poll(millis, TimeUnit.MILLISECONDS);
        }
        return first;
    }

    /** Removes what {@link #peek} showed. */
    public void remove() {
        Parcel shown = first;
        if (shown != null) {
            if (shown instanceof Parcel.Tick) {
                ticks.decrementAndGet();
            }
            weight.addAndGet(-shown.weight());
            first = null;
        }
    }

    /** {@link #peek} and {@link #remove}. */
    public @Nullable Parcel poll(long millis) throws InterruptedException {
        Parcel parcel = peek(millis);
        remove();
        return parcel;
    }

    /** Bytes waiting. */
    public long waitingBytes() {
        return weight.get();
    }

    /** Whether nothing waits but ticks, if anything. */
    public boolean hasOnlyTicks() {
        return weight.get() == (long) ticks.get() * Parcel.OVERHEAD;
    }

    /** How much of the room is taken, from 0 to 1. */
    public double fullness() {
        return (double) weight.get() / capacity;
    }

    /** What must be given up now. */
    public Pressure pressure() {
        return pressure;
    }

    /** Why lines that find no room are dropped; a reason for their count. */
    public String whyFull() {
        return whyFull;
    }

    /** Tells why there would be no room. */
    public void whyFull(String reason) {
        whyFull = reason;
    }
}
