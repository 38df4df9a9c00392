package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.Receipt;

/** Counts the outcome of parcels in the counts of their inputs, and notifies their receipts. */
final class DeliveryOutcomes {
    private DeliveryOutcomes() {}

    static int linesOf(Parcel parcel) {
        return parcel instanceof Parcel.Batch batch ? batch.lineCount() : 0;
    }

    /** The producer accepted it. */
    static void sent(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().sent.add(batch.lineCount());
        }
    }

    /** The producer accepted it, and the gateway stopped before the acknowledgement. */
    static void lost(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().lost.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** It is dropped before it was sent. */
    static void dropped(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().dropped.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** The spool holds it. */
    static void spooled(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().spooled.add(batch.lineCount());
        }
    }

    /** An earlier process left it in the spool. */
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
