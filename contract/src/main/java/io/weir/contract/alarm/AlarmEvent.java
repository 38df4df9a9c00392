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
 * One transition of an alarm, or, without {@code from}, its current state. Its JSON has these fields in this order; times
 * to the millisecond.
 *
 * @param id see {@link AlarmId}
 * @param transition {@code id#n}, counting the alarm's transitions from 1
 * @param ruleVersion the version of the rule file that decided
 * @param from null, and left out of the JSON, where only the current state is told
 * @param severity OK for a transition that clears the alarm
 * @param value the metric's value at the event time; null for an alarm that is not about a value, and where
 *     an alarm is cleared because its rule is gone
 * @param threshold the limit that {@code value} passed: that of the level raised or, when cleared, the clear value; null without a value
 * @param guidance where the operator reads what to do; may be empty
 * @param tags those of the series
 * @param eventTime when it happened, by the metric's clock
 * @param decisionTime when it was decided, by the machine that decided
 * @param user who did it; null if nobody did
 * @param reason why they did it
 */
@JsonPropertyOrder({
    "id",
    "transition",
    "rule",
    "ruleVersion",
    "from",
    "to",
    "severity",
    "value",
    "threshold",
    "message",
    "guidance",
    "tags",
    "eventTime",
    "decisionTime",
    "user",
    "reason"
})
public record AlarmEvent(
        String id,
        String transition,
        String rule,
        String ruleVersion,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AlarmState from,
        AlarmState to,
        Severity severity,
        @Nullable Double value,
        @Nullable Double threshold,
        String message,
        String guidance,
        SortedMap<String, String> tags,
        Instant eventTime,
        Instant decisionTime,
        @Nullable String user,
        @Nullable String reason) {

    /** Refuses an event without one of the fields that every event has; keeps a copy of the tags. */
    public AlarmEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(transition, "transition");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(ruleVersion, "ruleVersion");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(guidance, "guidance");
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(eventTime, "eventTime");
        Objects.requireNonNull(decisionTime, "decisionTime");
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    /** What {@code alarms.state} tells: where the alarm is, not where it came from. */
    public AlarmEvent current() {
        return new AlarmEvent(
                id,
                transition,
                rule,
                ruleVersion,
                null,
                to,
                severity,
                value,
                threshold,
                message,
                guidance,
                tags,
                eventTime,
                decisionTime,
                user,
                reason);
    }
}
