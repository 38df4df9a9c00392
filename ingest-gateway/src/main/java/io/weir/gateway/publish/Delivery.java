package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One parcel that was sent, until it is known, and counted, what became of it. Told by the producer's thread, asked by the publishing
 * one.
 */
final class Delivery {
    /** Why lines were lost: the gateway ended before the broker took them. */
    static final String SHUTDOWN = "shutdown";

    private static final long NOT_SPOOLED = -1;

    private final AtomicLong bytesInFlight;
    private final int weight;
    private final long sentNanos;
    private volatile @Nullable Parcel parcel;
    private volatile long position = NOT_SPOOLED;
    private volatile boolean isKept;

    /** Adds the weight of the parcel to the bytes in flight, until it is done. */
    Delivery(Parcel parcel, long sentNanos, AtomicLong bytesInFlight) {
        this.parcel = parcel;
        this.sentNanos = sentNanos;
        this.weight = parcel.weight();
        this.bytesInFlight = bytesInFlight;
        bytesInFlight.addAndGet(weight);
    }

    /** What is not done yet; null if it is. */
    @Nullable
    Parcel parcel() {
        return parcel;
    }

    boolean isDone() {
        return parcel == null;
    }

    long sentNanos() {
        return sentNanos;
    }

    /** Remembers that it lies in the spool, up to this position. */
    void spooled(long end) {
        position = end;
    }

    boolean isSpooled() {
        return position != NOT_SPOOLED;
    }

    /** The position behind it in the spool. */
    long position() {
        return position;
    }

    /** The broker has it. */
    void acknowledged() {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().acknowledged.add(batch.lineCount());
        }
        done();
    }

    /** From now on a failure is no loss: the gateway ends, and the spool keeps it for the next start. */
    void keep() {
        isKept = true;
    }

    /** It did not get to the broker, and will not. */
    void failed(String reason) {
        Parcel failed = parcel;
        if (failed != null && !isKept) {
            Fate.lost(failed, reason);
        }
        done();
    }

    /** It was not sent at all. */
    void cancelled() {
        done();
    }

    private void done() {
        if (parcel != null) {
            parcel = null;
            bytesInFlight.addAndGet(-weight);
        }
    }
}
