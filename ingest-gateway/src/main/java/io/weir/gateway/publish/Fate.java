package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what became of parcels, in the counts of the inputs that they came by, and tells those who wait to hear of it. */
final class Fate {
    private static final Logger LOG = LoggerFactory.getLogger(Fate.class);

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

    /** It was given to the producer and failed. */
    static void lost(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().lost.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
    }

    /** It is given up before it was sent. */
    static void dropped(Parcel parcel, String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().dropped.add(reason, batch.lineCount());
        } else {
            unpublished(parcel);
        }
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

    /** Everything before the mark is safe. */
    static void safe(Parcel.Mark mark) {
        try {
            mark.whenSafe().run();
        } catch (RuntimeException e) {
            LOG.error("an input failed to hear that its lines are safe", e);
        }
    }

    private static void unpublished(Parcel parcel) {
        if (parcel instanceof Parcel.Refused refused) {
            refused.counts().unpublishedRejects.increment();
        }
    }
}
