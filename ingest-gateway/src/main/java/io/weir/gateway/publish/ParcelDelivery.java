package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.Receipt;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one parcel to Kafka, as one or several records, until its outcome is known and
 * counted. The publishing thread attempts it, possibly repeatedly; the producer's thread reports
 * the outcome of its records.
 */
final class ParcelDelivery {
    /** Loss reason: the gateway stopped before the broker acknowledged the lines. */
    static final String SHUTDOWN = "shutdown";

    private static final long NOT_SPOOLED = -1;

    private final Parcel parcel;
    private final InFlightRecords records;
    private final InFlightBatches inFlight;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicBoolean isReceipted = new AtomicBoolean();
    /** Indices of lines that Kafka rejects permanently. */
    private volatile Set<Integer> leftOut = Set.of();

    private volatile boolean hasFailed;
    private volatile boolean isDone;
    private boolean isCounted;
    private long sentNanos;
    private long position = NOT_SPOOLED;

    ParcelDelivery(Parcel parcel, InFlightRecords records, InFlightBatches inFlight) {
        this.parcel = parcel;
        this.records = records;
        this.inFlight = inFlight;
    }

    Parcel parcel() {
        return parcel;
    }

    /** Starts an attempt to send the parcel. Outcomes of its records may arrive from now on. */
    void attempt(long nowNanos) {
        hasFailed = false;
        sentNanos = nowNanos;
        open.set(1);
        inFlight.add(parcel.weight());
    }

    /** Ends the attempt; a parcel that was not accepted must be sent again. */
    void attempted(boolean isAccepted) {
        if (!isAccepted) {
            hasFailed = true;
        } else if (!isCounted) {
            isCounted = true;
            DeliveryOutcomes.sent(parcel);
        }
        settle();
    }

    /**
     * Announces a record that is about to be given to the producer. Returns false if the record
     * must not be sent.
     */
    boolean begin() {
        if (!records.begin()) {
            hasFailed = true;
            return false;
        }
        open.incrementAndGet();
        return true;
    }

    /** Withdraws an announced record: the producer accepted neither it nor the rest. */
    void withdraw() {
        hasFailed = true;
        settle();
        records.end();
    }

    /**
     * Records that the producer does not accept the rest now: the whole parcel must be sent again.
     */
    void interrupted() {
        hasFailed = true;
        records.fail(null);
    }

    /** Records that Kafka acknowledged a record. */
    void acknowledged() {
        settle();
        records.end();
    }

    /**
     * Excludes a line that Kafka rejects permanently, and that goes to {@code metrics.rejected}
     * instead. The line is not sent again.
     */
    synchronized void leaveOut(int line) {
        Set<Integer> more = new HashSet<>(leftOut);
        more.add(line);
        leftOut = Set.copyOf(more);
        Receipt receipt = receipt();
        if (receipt != null) {
            receipt.refused();
        }
    }

    /** Indices of the excluded lines. */
    Set<Integer> leftOut() {
        return leftOut;
    }

    /**
     * Completes a record that Kafka rejects permanently because of its content. The lane does not
     * wait for it.
     */
    void givenUp() {
        settle();
        records.end();
    }

    /**
     * Records that a record failed for a reason outside itself: the parcel must be sent again.
     *
     * @param breakOff runs before completion if the producer has more records of the lane, which
     *     must not be written now
     */
    void failed(@Nullable String why, Runnable breakOff) {
        hasFailed = true;
        if (records.fail(why)) {
            breakOff.run();
        }
        settle();
        records.end();
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

    /** Whether Kafka acknowledged everything except excluded content. */
    boolean isDone() {
        return isDone;
    }

    long sentNanos() {
        return sentNanos;
    }

    /** Records that the spool holds the parcel, up to this position. */
    void spooled(long end) {
        position = end;
    }

    boolean isSpooled() {
        return position != NOT_SPOOLED;
    }

    /** The position after the parcel in the spool. */
    long position() {
        return position;
    }

    /** Reports whether the spool's copy is on disk. */
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

    /**
     * At shutdown: counts the parcel as lost if Kafka has not acknowledged it and the spool does
     * not hold it.
     */
    void lost() {
        if (!isDone && !isSpooled()) {
            DeliveryOutcomes.lost(parcel, SHUTDOWN);
        }
    }
}
