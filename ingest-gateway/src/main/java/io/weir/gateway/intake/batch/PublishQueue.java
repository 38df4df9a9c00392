package io.weir.gateway.intake.batch;

import java.util.BitSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the event loops, which never block, and the publishing thread, which
 * may. The bound is a weight in bytes. Parcels of each offering thread stay in order. Thread-safe,
 * but only one thread may call {@link #peek}, {@link #take} and {@link #poll}.
 */
public final class PublishQueue {
    /** Drop reason: the queue is full because the broker accepts less than the gateway receives. */
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

    /** Without load shedding; {@code capacity} in bytes. */
    public PublishQueue(long capacity) {
        this(capacity, new Pressure(Shedding.NONE));
    }

    /** {@code capacity} in bytes; the publishing thread updates the pressure. */
    public PublishQueue(long capacity, Pressure pressure) {
        this.capacity = capacity;
        this.pressure = pressure;
    }

    /** Numbers the batches that are offered. */
    public BatchNumbers numbers() {
        return numbers;
    }

    /** Adds the parcel and returns true, or returns false immediately if the queue is full. */
    public boolean offer(Parcel parcel) {
        return offerWithin(capacity, parcel);
    }

    /**
     * As {@link #offer}, but ignores the limit. For inputs that stop reading while {@link #hasRoom}
     * is false.
     */
    public void offerAlways(Parcel parcel) {
        weight.addAndGet(parcel.weight());
        parcels.add(parcel);
    }

    /**
     * As {@link #offer}, but uses at most a quarter of the capacity, so that rejected lines leave
     * room for readable ones.
     */
    public boolean offerRejected(Parcel parcel) {
        return offerWithin(capacity / 4, parcel);
    }

    /**
     * As {@link #offer}, but uses at most three quarters of the capacity: lines whose sender learns
     * that they were refused, and sends them again, leave room for lines that would be lost.
     */
    public boolean offerRetryable(Parcel parcel) {
        return offerWithin(capacity / 4 * 3, parcel);
    }

    /**
     * Whether an input whose senders can wait should continue to read. True if less than half of
     * the capacity is used, no class is being shed, and the lines can be stored in Kafka or on
     * disk. If false, stop reading or ask the sender to retry, and check again after about 100 ms.
     */
    public boolean hasRoom() {
        return weight.get() < capacity / 2 && !pressure.isHigh() && !isForMemoryOnly;
    }

    /**
     * Whether Kafka accepts records late or not at all. Inputs that can read their source again
     * should postpone doing so.
     */
    public boolean isKafkaBehind() {
        return isKafkaBehind;
    }

    /** Sets whether Kafka lags. */
    public void setKafkaBehind(boolean is) {
        isKafkaBehind = is;
    }

    /**
     * Sets whether neither Kafka nor the disk accepts everything now. Inputs that can wait should
     * then not hand over lines that would stay in memory.
     */
    public void setForMemoryOnly(boolean is) {
        isForMemoryOnly = is;
    }

    /**
     * Sets the lanes that accept nothing for now, so that their parcels leave room for other lanes;
     * null for none.
     */
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

    /**
     * Returns the next parcel without removing it. Waits at most {@code millis}; null if none
     * arrived.
     */
    public @Nullable Parcel peek(long millis) throws InterruptedException {
        if (first == null) {
            first = parcels.poll(millis, TimeUnit.MILLISECONDS);
        }
        return first;
    }

    /**
     * Removes and returns the next parcel, or null. Its weight counts until it is
     * {@linkplain #release released}.
     */
    public @Nullable Parcel take() throws InterruptedException {
        Parcel taken = peek(0);
        first = null;
        return taken;
    }

    /** Subtracts the weight of a parcel that was taken. */
    public void release(Parcel parcel) {
        if (parcel instanceof Parcel.Tick) {
            ticks.decrementAndGet();
        }
        weight.addAndGet(-parcel.weight());
    }

    /** {@link #take} followed by {@link #release}. */
    public @Nullable Parcel poll() throws InterruptedException {
        Parcel parcel = take();
        if (parcel != null) {
            release(parcel);
        }
        return parcel;
    }

    /** Maximum weight in bytes. */
    public long capacity() {
        return capacity;
    }

    /** Current weight in bytes. */
    public long waitingBytes() {
        return weight.get();
    }

    /** Whether the queue contains nothing but ticks. */
    public boolean hasOnlyTicks() {
        return weight.get() == (long) ticks.get() * Parcel.OVERHEAD;
    }

    /** The used share of the capacity, from 0 to 1. */
    public double fullness() {
        return (double) weight.get() / capacity;
    }

    /** The current shedding level. */
    public Pressure pressure() {
        return pressure;
    }

    /** The drop reason to count when the queue is full. */
    public String whyFull() {
        return whyFull;
    }

    /** Sets the drop reason for a full queue. */
    public void whyFull(String reason) {
        whyFull = reason;
    }
}
