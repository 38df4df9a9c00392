package io.weir.writer.store.influxdb;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * A database of InfluxDB 1.x over HTTP.
 *
 * @param policy the retention policy; empty for the database's default
 */
public record InfluxDb1Url(String text, String http, Optional<String> user, String database, Optional<String> policy)
        implements StoreUrl {
    /** The database's default policy. */
    public InfluxDb1Url(String text, String http, Optional<String> user, String database) {
        this(text, http, user, database, Optional.empty());
    }

    @Override
    public StoreUrl at(String place) {
        int slash = place.indexOf('/');
        String other = slash < 0 ? place : place.substring(0, slash);
        Optional<String> itsPolicy = slash < 0 ? Optional.empty() : Optional.of(place.substring(slash + 1));
        if (!isName(other) || !itsPolicy.map(InfluxDb1Url::isName).orElse(true)) {
            throw new Refusal(Refusal.quote(place) + " is no place in InfluxDB 1.x", "DATABASE or DATABASE/POLICY");
        }
        return new InfluxDb1Url(text + " " + place, http, user, other, itsPolicy);
    }

    /** Whether a database or a policy may have this name. */
    static boolean isName(String text) {
        return !text.isEmpty() && !text.contains("/") && !text.contains("\"") && !text.contains("\\");
    }
}
