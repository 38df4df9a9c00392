package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The presence of a key of an absence rule in one partition is another: what the first stage of alarming tells the second.
 *
 * @param id the alarm's
 * @param tags that make the key
 * @param seen when something came last, to the second
 * @param due when the period was over; only of one that is silent
 * @param periodMillis how long it is; only of one that is silent
 * @param source the record that caused it
 */
@JsonPropertyOrder({
    "id",
    "rule",
    "ruleVersion",
    "tags",
    "partition",
    "presence",
    "seen",
    "due",
    "periodMillis",
    "source"
})
public record KeyPresence(
        String id,
        String rule,
        String ruleVersion,
        SortedMap<String, String> tags,
        int partition,
        Presence presence,
        Instant seen,
        @Nullable Instant due,
        @Nullable Long periodMillis,
        Source source) {

    /** Refuses one without one of its fields; keeps a copy of the tags. */
    public KeyPresence {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(ruleVersion, "ruleVersion");
        Objects.requireNonNull(presence, "presence");
        Objects.requireNonNull(seen, "seen");
        Objects.requireNonNull(source, "source");
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }
}
