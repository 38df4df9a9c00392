package io.weir.dashboard.history;

import java.util.Optional;

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

    /** Omits the token, which the default method of records would print. */
    @Override
    public String toString() {
        return kind + " " + http + " " + place;
    }
}
