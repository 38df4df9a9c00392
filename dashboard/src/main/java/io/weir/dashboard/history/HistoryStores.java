package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageTier;
import java.util.List;
import java.util.function.Supplier;

/** Opens the history of each kind of store. */
public final class HistoryStores {
    private HistoryStores() {}

    /**
     * Opens the store without connecting; the first query connects.
     *
     * @param tiers returns the tiers of the active rules; may be empty
     */
    public static HistoryStore open(StoreAddress address, Supplier<List<StorageTier>> tiers) {
        StoreHttp calls = new StoreHttp(address);
        return switch (address.kind()) {
            case QUESTDB -> new QuestDbHistory(calls);
            case INFLUXDB1, INFLUXDB2 -> new InfluxQlHistory(calls, address, tiers);
        };
    }
}
