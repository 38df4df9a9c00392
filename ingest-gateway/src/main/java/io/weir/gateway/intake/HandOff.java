package io.weir.gateway.intake;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the event loops, which never wait, and the publishing thread, which may. Bounded by weight in bytes;
 * keeps the order of each offering thread. Thread-safe.
 */
public final class HandOff {
    private final LinkedBlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();
    private final AtomicLong weight = new AtomicLong();
    private final long capacity;

    /** {@code capacity} in bytes. */
    public HandOff(long capacity) {
        this.capacity = capacity;
    }

    /** Takes the parcel and says true, or says false at once because the publisher is that far behind. */
    public boolean offer(Parcel parcel) {
        return offerWithin(capacity, parcel);
    }

    /** As {@link #offer}, but leaves most of the room to lines that could be read: what is cheapest to lose goes first. */
    public boolean offerCheap(Parcel parcel) {
        return offerWithin(capacity / 4, parcel);
    }

    private boolean offerWithin(long limit, Parcel parcel) {
        if (weight.addAndGet(parcel.weight()) > limit) {
            weight.addAndGet(-parcel.weight());
            return false;
        }
        parcels.add(parcel);
        return true;
    }

    /** The next parcel, waiting at most {@code millis} for one; null when none came. */
    public @Nullable Parcel poll(long millis) throws InterruptedException {
        Parcel parcel = parcels.poll(millis, TimeUnit.MILLISECONDS);
        if (parcel != null) {
            weight.addAndGet(-parcel.weight());
        }
        return parcel;
    }

    /** Bytes waiting. */
    public long waitingBytes() {
        return weight.get();
    }
}
