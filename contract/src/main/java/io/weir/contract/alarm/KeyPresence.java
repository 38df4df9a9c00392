package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A change of the presence of an absence rule's key in one partition, sent from the first stage of
 * alarming to the second.
 *
 * @param id the alarm's
 * @param tags the key's
 * @param seen when the last data arrived, to the second
 * @param due when the period ended; only if silent
 * @param periodMillis the length of the period; only if silent
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

    /** Refuses a presence without a mandatory field; keeps a copy of the tags. */
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
