package io.weir.writer.store.failover;

import io.weir.writer.store.StoreUrl;
import java.util.List;

/**
 * A URL with several addresses of one store, such as the nodes of a cluster.
 *
 * @param addresses at least two, of one kind
 */
public record FailoverUrl(String text, List<StoreUrl> addresses) implements StoreUrl {
    /** Copies the list. */
    public FailoverUrl {
        addresses = List.copyOf(addresses);
    }

    /** The first address. */
    @Override
    public String http() {
        return addresses.get(0).http();
    }

    @Override
    public StoreUrl at(String place) {
        return new FailoverUrl(
                text + " " + place,
                addresses.stream().map(address -> address.at(place)).toList());
    }

    @Override
    public int mostInFlight() {
        return addresses.get(0).mostInFlight();
    }
}
