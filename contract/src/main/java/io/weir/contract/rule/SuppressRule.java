package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps repeated values out of the storage feed.
 *
 * @param field a field's name, or {@code *} for all fields of the series
 * @param heartbeat how long an unchanged value is held back at most, above zero; without it, for ever
 */
public record SuppressRule(String name, Match match, String field, SuppressMode mode, Optional<Duration> heartbeat) {
    public static final String ALL_FIELDS = "*";

    public SuppressRule {
        Spelling.requireName("name", name);
        Spelling.require("field", "field", field);
        if (heartbeat.filter(duration -> duration.toMillis() <= 0).isPresent()) {
            throw new Refusal("heartbeat", "must be at least 1ms", "leave it out to hold back for ever");
        }
    }

    public boolean suppresses(String fieldName) {
        return field.equals(ALL_FIELDS) || field.equals(fieldName);
    }
}
