package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.Receipt;

/** Counts the outcome of parcels in the counts of their inputs, and notifies their receipts. */
final class DeliveryOutcomes {
    private DeliveryOutcomes() {}

    static int linesOf(Parcel parcel) {
        return parcel instanceof Parcel.Batch batch ? batch.lineCount() : 0;
    }

    /** Counts a parcel that the producer accepted. */
    static void sent(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().sent.add(batch.lineCount());
        }
    }

    /**
     * Counts a parcel that the producer accepted, and that Kafka had not acknowledged when the
     * gateway stopped.
     */
    static void lost(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().lost.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** Counts a parcel that is dropped before it was sent. */
    static void dropped(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().dropped.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** Counts a parcel that the spool holds. */
    static void spooled(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().spooled.add(batch.lineCount());
        }
    }

    /** Counts a parcel that an earlier process left in the spool. */
    static void recovered(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().recovered.add(batch.lineCount());
        }
    }

    /**
     * Notifies a waiting input that it should send again: the parcel is in memory only, and will be
     * for some time.
     */
    static void unsafe(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch
                && batch.receipt() != null
                && !batch.receipt().isForKafka()) {
            failed(parcel);
        }
    }

    private static void failed(Parcel parcel) {
        Receipt receipt = parcel instanceof Parcel.Batch batch ? batch.receipt() : null;
        if (receipt != null) {
            receipt.failed();
        }
    }

    private static void unpublished(Parcel parcel) {
        if (parcel instanceof Parcel.Refused refused) {
            refused.counts().unpublishedRejects.increment();
        }
    }
}
