package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A severity change of an alarm's condition in one series, sent from the first stage of alarming to
 * the second.
 *
 * @param id see {@link AlarmId}
 * @param series canonical, as line protocol spells it; distinguishes series that share an id
 * @param severity the new one
 * @param value the metric's; null if it is not a number, or if the alarm is cleared because its
 *     rule is gone
 * @param threshold the limit that {@code value} passed: that of the level raised or, when cleared,
 *     the clear value; null without a value
 * @param eventTime when it happened, by the metric's clock
 * @param latch whether the alarm, once cleared, waits for an acknowledgement
 * @param source the record that caused it
 * @param text the metric's value if it is not a number; null, and absent in the JSON, if it is a
 *     number
 */
@JsonPropertyOrder({
    "id",
    "rule",
    "ruleVersion",
    "series",
    "severity",
    "value",
    "threshold",
    "message",
    "guidance",
    "tags",
    "eventTime",
    "latch",
    "source",
    "text"
})
public record ConditionChange(
        String id,
        String rule,
        String ruleVersion,
        String series,
        Severity severity,
        @Nullable Double value,
        @Nullable Double threshold,
        String message,
        String guidance,
        SortedMap<String, String> tags,
        Instant eventTime,
        boolean latch,
        @Nullable Source source,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String text) {

    /** Refuses a change without a mandatory field; keeps a copy of the tags. */
    public ConditionChange {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(ruleVersion, "ruleVersion");
        Objects.requireNonNull(series, "series");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(guidance, "guidance");
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(eventTime, "eventTime");
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    /** The change that clears an alarm whose rule is gone. */
    public static ConditionChange cleared(
            String id,
            String rule,
            String ruleVersion,
            String series,
            SortedMap<String, String> tags,
            Instant time,
            @Nullable Source source) {
        return new ConditionChange(
                id,
                rule,
                ruleVersion,
                series,
                Severity.OK,
                null,
                null,
                "cleared: rule " + rule + " was removed, or no longer applies",
                "",
                tags,
                time,
                false,
                source,
                null);
    }
}
