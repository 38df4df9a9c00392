package io.weir.writer.store;

import io.weir.contract.config.Refusal;
import java.util.List;

/** The address of a store. It never contains secrets. */
public interface StoreUrl {

    /** The address as configured. */
    String text();

    /** The HTTP address of the server, such as {@code http://127.0.0.1:9000}; without a server, the text. */
    String http();

    /**
     * Another place in the same store.
     *
     * @param place such as a database or a bucket
     * @throws Refusal if the store has no such places
     */
    default StoreUrl at(String place) {
        throw new Refusal(Refusal.quote(place) + " is no place in " + text() + ", which has none", "remove 'to'");
    }

    /**
     * The addresses of the store, which are one, unless the URL names several: each is the address of the same store.
     */
    default List<StoreUrl> addresses() {
        return List.of(this);
    }

    /** Maximum number of parallel requests. */
    default int mostInFlight() {
        return Integer.MAX_VALUE;
    }
}
