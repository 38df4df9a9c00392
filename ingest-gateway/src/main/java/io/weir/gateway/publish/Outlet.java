package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import org.jspecify.annotations.Nullable;

/** Where parcels go: Kafka. Used by the publishing thread. */
interface Outlet {
    /**
     * Sends a parcel behind all that were sent before in its lane, as one record or several. Tells the delivery of each before it is
     * given away ({@link Delivery#begin}), and, perhaps later and in another thread, what became of it. When a record fails that is
     * to be sent again, none of its lane that was given away later is written any more.
     *
     * @return null; or, if none of it could be taken now, why not
     */
    @Nullable
    String send(Parcel parcel, Delivery delivery);

    /** Gives up at once whatever is not acknowledged. */
    void close();
}
