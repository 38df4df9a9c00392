package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageTier;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The address of a store, and how to query it.
 *
 * @param http its address, such as {@code http://127.0.0.1:9000}
 * @param place the database or bucket; empty for QuestDB
 * @param token the password or token
 */
public record StoreAddress(Kind kind, String http, String place, Optional<String> user, Optional<String> token) {

    /** The type of store. */
    public enum Kind {
        /** Queried in SQL. */
        QUESTDB,
        /** Queried in InfluxQL. */
        INFLUXDB1,
        /** Queried in InfluxQL, by the name of a bucket. */
        INFLUXDB2
    }

    /** @param tiers returns the tiers of the active rules; may be empty */
    public HistoryStore open(Supplier<List<StorageTier>> tiers) {
        StoreHttp calls = new StoreHttp(this);
        return kind == Kind.QUESTDB ? new QuestDbHistory(calls) : new InfluxQlHistory(calls, this, tiers);
    }

    /** Omits the token, which the default method of records would print. */
    @Override
    public String toString() {
        return kind + " " + http + " " + place;
    }
}
