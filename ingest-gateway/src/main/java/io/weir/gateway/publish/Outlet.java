package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;

/** Where parcels go: Kafka. Used by the publishing thread. */
interface Outlet {
    /**
     * Sends a parcel behind all that were sent before to its partition, and tells the delivery, perhaps later and in another thread,
     * what became of it.
     *
     * @return false if it could not be taken now; then the delivery hears nothing, and the parcel is to be sent again
     */
    boolean send(Parcel parcel, Delivery delivery);

    /** Gives up at once whatever is not acknowledged. */
    void close();
}
