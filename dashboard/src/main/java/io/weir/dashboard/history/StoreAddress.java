package io.weir.dashboard.history;

import io.weir.contract.http.Authorization;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The address of a store, and how to query it.
 *
 * @param http its address, such as {@code http://127.0.0.1:9000}; of the API of Prometheus, what is before {@code
 *     /api/v1}; of an archive, empty
 * @param place the database, bucket, prefix of indices, tenant or directory; may be empty
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
        INFLUXDB2,
        /** Queried in SQL. */
        CLICKHOUSE,
        /** Queried by searches. */
        OPENSEARCH,
        /** The same, with keys instead of tokens. */
        ELASTICSEARCH,
        /** Queried by the API of Prometheus, in PromQL only. */
        PROMETHEUS,
        /** The same, with marks of the ends of series. */
        VICTORIAMETRICS,
        /** Files, read in this process. */
        ARCHIVE
    }

    /** Whether the page reads tiers of this store. */
    boolean hasTiers() {
        return kind == Kind.INFLUXDB1 || kind == Kind.INFLUXDB2 || kind == Kind.CLICKHOUSE;
    }

    /** The directory of an archive. */
    public static StoreAddress ofArchive(Path directory) {
        return new StoreAddress(Kind.ARCHIVE, "", directory.toString(), Optional.empty(), Optional.empty());
    }

    /** The value of the header Authorization. */
    Optional<String> authorization() {
        return switch (kind) {
            case QUESTDB, CLICKHOUSE -> user.map(name -> Authorization.basic(name, token.orElse("")));
            case INFLUXDB1 -> token.map(password -> Authorization.basic(user.orElse(""), password));
            case INFLUXDB2 -> token.map(secret -> "Token " + secret);
            case ELASTICSEARCH -> ofUserOr("ApiKey");
            case OPENSEARCH, PROMETHEUS, VICTORIAMETRICS -> ofUserOr("Bearer");
            case ARCHIVE -> Optional.empty();
        };
    }

    /** @param scheme the word before a token without a user */
    private Optional<String> ofUserOr(String scheme) {
        return user.map(name -> Authorization.basic(name, token.orElse("")))
                .or(() -> token.map(secret -> scheme + " " + secret));
    }

    /** The headers of each request to a store with the API of Prometheus. */
    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        authorization().ifPresent(value -> headers.put("Authorization", value));
        if (!place.isEmpty()) {
            headers.put("X-Scope-OrgID", place);
        }
        return headers;
    }

    /** Omits the token, which the default method of records would print. */
    @Override
    public String toString() {
        return kind + " " + http + " " + place;
    }
}
