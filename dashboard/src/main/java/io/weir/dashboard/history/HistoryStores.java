package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageTier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Opens the history of each kind of store. */
public final class HistoryStores {
    private HistoryStores() {}

    /**
     * Opens the store without connecting; the first query connects. Empty if the page cannot read this kind of store.
     *
     * @param tiers returns the tiers of the active rules; may be empty
     * @param measurements returns the measurements that the page knows, for stores that have names of metrics only
     */
    public static Optional<HistoryStore> open(
            StoreAddress address, Supplier<List<StorageTier>> tiers, Supplier<Set<String>> measurements) {
        Supplier<List<StorageTier>> ofStore = address.hasTiers() ? tiers : List::of;
        return QueryStores.windows(address, measurements).map(store -> new WindowHistory(store, ofStore));
    }
}
