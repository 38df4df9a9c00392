package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.Receipt;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One parcel on its way to Kafka, as one record or several, until it is known, and counted, what became of it. The publishing thread
 * sends it, perhaps again; the producer's tells what became of its records.
 */
final class Delivery {
    /** Why lines were lost: the gateway ended before the broker took them. */
    static final String SHUTDOWN = "shutdown";

    private static final long NOT_SPOOLED = -1;

    private final Parcel parcel;
    private final Pending pending;
    private final InFlight inFlight;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicBoolean isReceipted = new AtomicBoolean();
    /** Indices of lines that Kafka will never have. */
    private volatile Set<Integer> leftOut = Set.of();

    private volatile boolean hasFailed;
    private volatile boolean isDone;
    private boolean isCounted;
    private long sentNanos;
    private long position = NOT_SPOOLED;

    Delivery(Parcel parcel, Pending pending, InFlight inFlight) {
        this.parcel = parcel;
        this.pending = pending;
        this.inFlight = inFlight;
    }

    Parcel parcel() {
        return parcel;
    }

    /** Sends it, behind all that were sent of its lane; says why if it could not be taken now, else null. */
    @Nullable
    String send(Outlet outlet, long nowNanos) {
        hasFailed = false;
        sentNanos = nowNanos;
        open.set(1);
        inFlight.add(parcel.weight());
        String whyNot = outlet.send(parcel, this);
        if (whyNot != null) {
            hasFailed = true;
        } else if (!isCounted) {
            isCounted = true;
            Fate.sent(parcel);
        }
        settle();
        return whyNot;
    }

    /** A record of it is about to be given to the producer; false if it must not be. */
    boolean begin() {
        if (!pending.begin()) {
            hasFailed = true;
            return false;
        }
        open.incrementAndGet();
        return true;
    }

    /** A record that was begun was not given to the producer, nor will be the rest now. */
    void withdraw() {
        hasFailed = true;
        settle();
        pending.end();
    }

    /** The rest of it cannot be given to the producer now: all of it is to be sent again. */
    void interrupted() {
        hasFailed = true;
        pending.fail(null);
    }

    /** Kafka has a record. */
    void acknowledged() {
        settle();
        pending.end();
    }

    /** Kafka will never have this line of a batch, which is kept elsewhere: it is not sent again. */
    synchronized void leaveOut(int line) {
        Set<Integer> more = new HashSet<>(leftOut);
        more.add(line);
        leftOut = Set.copyOf(more);
        Receipt receipt = receipt();
        if (receipt != null) {
            receipt.refused();
        }
    }

    /** Indices of the lines that are not to be sent. */
    Set<Integer> leftOut() {
        return leftOut;
    }

    /** Kafka will never have a record, through its own fault: that is no reason to wait. */
    void givenUp() {
        settle();
        pending.end();
    }

    /**
     * A record did not get to Kafka, which is no fault of its own: the parcel is to be sent again.
     *
     * @param breakOff is run before it is over, if the producer has more of the lane, which must not be written now
     */
    void failed(@Nullable String why, Runnable breakOff) {
        hasFailed = true;
        if (pending.fail(why)) {
            breakOff.run();
        }
        settle();
        pending.end();
    }

    private void settle() {
        if (open.decrementAndGet() > 0) {
            return;
        }
        inFlight.remove(parcel.weight());
        if (hasFailed) {
            return;
        }
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().tooLarge.add(leftOut.size());
            batch.counts().acknowledged.add(batch.lineCount() - leftOut.size());
        }
        safe();
        isDone = true;
    }

    /** Kafka has it, but for what was its own fault. */
    boolean isDone() {
        return isDone;
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

    /** Says what became of the spool's copy. */
    void forced(boolean isForced) {
        Receipt receipt = receipt();
        if (receipt == null || receipt.isForKafka()) {
            return;
        }
        if (isForced) {
            safe();
        } else {
            receipt.failed();
        }
    }

    private void safe() {
        Receipt receipt = receipt();
        if (receipt != null && isReceipted.compareAndSet(false, true)) {
            receipt.safe();
        }
    }

    private @Nullable Receipt receipt() {
        return parcel instanceof Parcel.Batch batch ? batch.receipt() : null;
    }

    /** Counts it as lost, if it was sent and nothing keeps it: the gateway ends. */
    void lost() {
        if (!isDone && !isSpooled()) {
            Fate.lost(parcel, SHUTDOWN);
        }
    }
}
