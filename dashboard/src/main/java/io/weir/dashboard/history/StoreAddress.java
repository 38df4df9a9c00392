package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageTier;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where a store is and how it is asked.
 *
 * @param http its address, such as {@code http://127.0.0.1:9000}
 * @param place the database or bucket; empty for QuestDB
 * @param token the password or token
 */
public record StoreAddress(Kind kind, String http, String place, Optional<String> user, Optional<String> token) {

    /** Which store it is. */
    public enum Kind {
        /** Asked in SQL. */
        QUESTDB,
        /** Asked in InfluxQL. */
        INFLUXDB1,
        /** Asked in InfluxQL too, by a bucket's name. */
        INFLUXDB2
    }

    /** @param tiers those that the rules have now; none if they name none */
    public HistoryStore open(Supplier<List<StorageTier>> tiers) {
        StoreHttp calls = new StoreHttp(this);
        return kind == Kind.QUESTDB ? new QuestDbHistory(calls) : new InfluxQlHistory(calls, this, tiers);
    }

    /** Without the token: records print their parts. */
    @Override
    public String toString() {
        return kind + " " + http + " " + place;
    }
}
