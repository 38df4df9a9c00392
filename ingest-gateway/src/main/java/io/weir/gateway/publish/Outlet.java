package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import org.jspecify.annotations.Nullable;

/** The destination of parcels: Kafka. Used by the publishing thread. */
interface Outlet {
    /**
     * Sends a parcel after all that were sent before in its lane, as one or several records.
     * Announces each record to the delivery ({@link ParcelDelivery#begin}) and reports its outcome,
     * possibly later and in another thread. After a failed record that must be sent again, no later
     * record of its lane is written, except in the lane of {@code metrics.rejected}, which has no order.
     *
     * @return null; or, if no record was accepted now, the reason, which is empty if unknown
     */
    @Nullable
    String send(Parcel parcel, ParcelDelivery delivery);

    /** Abandons everything that is not acknowledged, without waiting. */
    void close();
}
