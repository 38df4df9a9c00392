package io.weir.gateway.intake;

import java.util.BitSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the event loops, which never wait, and the publishing thread, which may. Bounded by weight in bytes;
 * keeps the order of each offering thread. Thread-safe; but only one thread may {@link #peek}, {@link #take} and {@link #poll}.
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
    private volatile boolean isForMemoryOnly;
    private volatile boolean isKafkaBehind;
    private volatile @Nullable BitSet closedLanes;

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

    /** As {@link #offer}, but takes the parcel whatever there is: from those who stop when there is no {@link #hasRoom}. */
    public void offerAlways(Parcel parcel) {
        weight.addAndGet(parcel.weight());
        parcels.add(parcel);
    }

    /** As {@link #offer}, but leaves most of the room to lines that could be read: what is cheapest to lose goes first. */
    public boolean offerCheap(Parcel parcel) {
        return offerWithin(capacity / 4, parcel);
    }

    /**
     * Whether an input whose senders can wait should go on reading: less than half of the room is taken, nothing is being given up, and
     * what is handed on can be kept somewhere. Otherwise stop reading, or ask to come again later, and look again in some 100 ms.
     */
    public boolean hasRoom() {
        return weight.get() < capacity / 2 && !pressure.isHigh() && !isForMemoryOnly;
    }

    /** Whether Kafka takes everything late, or nothing: who can read again what it hands on need not do so now. */
    public boolean isKafkaBehind() {
        return isKafkaBehind;
    }

    /** Tells whether it does. */
    public void isKafkaBehind(boolean is) {
        isKafkaBehind = is;
    }

    /** Tells that neither Kafka nor the disk takes everything now: who can wait should not hand on what would wait in memory. */
    public void isForMemoryOnly(boolean is) {
        isForMemoryOnly = is;
    }

    /** Tells which lanes take nothing more for now, so that what waits for them leaves room for the others; null for none. */
    public void closedLanes(@Nullable BitSet lanes) {
        closedLanes = lanes;
    }

    private boolean offerWithin(long limit, Parcel parcel) {
        BitSet closed = closedLanes;
        if (closed != null && closed.get(parcel.lane())) {
            return false;
        }
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

    /** The next parcel, waiting at most {@code millis} for one; null when none came. It stays until it is taken. */
    public @Nullable Parcel peek(long millis) throws InterruptedException {
        if (first == null) {
            first = parcels.poll(millis, TimeUnit.MILLISECONDS);
        }
        return first;
    }

    /** Takes the next parcel, or null; it goes on to weigh until it is {@linkplain #release released}. */
    public @Nullable Parcel take() throws InterruptedException {
        Parcel taken = peek(0);
        first = null;
        return taken;
    }

    /** A parcel that was taken does not wait here any more. */
    public void release(Parcel parcel) {
        if (parcel instanceof Parcel.Tick) {
            ticks.decrementAndGet();
        }
        weight.addAndGet(-parcel.weight());
    }

    /** {@link #take} and {@link #release}. */
    public @Nullable Parcel poll() throws InterruptedException {
        Parcel parcel = take();
        if (parcel != null) {
            release(parcel);
        }
        return parcel;
    }

    /** Bytes that may wait. */
    public long capacity() {
        return capacity;
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
