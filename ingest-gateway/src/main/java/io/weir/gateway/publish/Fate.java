package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.Receipt;

/** Counts what became of parcels, in the counts of the inputs that they came by, and tells those who wait to hear of it. */
final class Fate {
    private Fate() {}

    static int linesOf(Parcel parcel) {
        return parcel instanceof Parcel.Batch batch ? batch.lineCount() : 0;
    }

    /** It was given to the producer. */
    static void sent(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().sent.add(batch.lineCount());
        }
    }

    /** It was given to the producer, and the gateway ended before it was acknowledged. */
    static void lost(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().lost.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** It is given up before it was sent. */
    static void dropped(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().dropped.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
        failed(parcel);
    }

    /** It lies in the spool. */
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

    /** Whoever waits for it should send it again: it is in memory only, and will be for some time. */
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
