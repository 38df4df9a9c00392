package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageTier;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens the history of each kind of store. */
public final class HistoryStores {
    private HistoryStores() {}

    /**
     * Opens the store without connecting; the first query connects. Empty if the page cannot read this kind of store.
     *
     * @param tiers returns the tiers of the active rules; may be empty
     */
    public static Optional<HistoryStore> open(StoreAddress address, Supplier<List<StorageTier>> tiers) {
        return switch (address.kind()) {
            case QUESTDB, CLICKHOUSE -> QueryStores.windows(address).map(WindowHistory::new);
            case INFLUXDB1, INFLUXDB2 -> Optional.of(new InfluxQlHistory(new StoreHttp(address), address, tiers));
            case PROMETHEUS, VICTORIAMETRICS -> Optional.empty();
        };
    }
}
