package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.prometheus.KnownMeasurements;
import io.weir.query.series.WindowStore;
import io.weir.query.tier.ProcessedWindows;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Opens the history of each kind of store. */
public final class HistoryStores {
    private HistoryStores() {}

    /**
     * Opens the store without connecting; the first query connects. Empty if the page cannot read this kind of store.
     *
     * @param rules returns the active rules of storage
     * @param measurements returns the measurements that the page knows, for stores that have names of metrics only
     */
    public static Optional<HistoryStore> open(
            StoreAddress address, Supplier<StorageRules> rules, Supplier<Set<String>> measurements) {
        Supplier<KnownMeasurements> known = () -> new KnownMeasurements(
                measurements.get(),
                rules.get().byProcessing().stream().map(StorageTier::ending).toList());
        return QueryStores.windows(address, known).map(store -> open(address, store, rules));
    }

    private static HistoryStore open(StoreAddress address, WindowStore store, Supplier<StorageRules> rules) {
        return address.hasTiers()
                ? new WindowHistory(store, () -> HistoryTiers.ofStore(rules.get()))
                : new WindowHistory(
                        new ProcessedWindows(store, () -> rules.get().byProcessing()),
                        () -> HistoryTiers.ofProcessing(rules.get()));
    }
}
