package io.weir.writer.store.clickhouse;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A database of ClickHouse over HTTP.
 *
 * @param keepDays the retention of new tables in days; empty for ever
 */
public record ClickHouseUrl(String text, String http, Optional<String> user, String database, OptionalInt keepDays)
        implements StoreUrl {
    /** The user of a password without a user. */
    private static final String DEFAULT_USER = "default";

    @Override
    public StoreUrl at(String place) {
        if (!isName(place)) {
            throw new Refusal(Refusal.quote(place) + " is no place in ClickHouse", "DATABASE");
        }
        return new ClickHouseUrl(text + " " + place, http, user, place, keepDays);
    }

    /** The user of a password. */
    public String userOfPassword() {
        return user.orElse(DEFAULT_USER);
    }

    /** Whether a database may have this name. */
    static boolean isName(String text) {
        return !text.isEmpty() && !text.contains("/");
    }
}
