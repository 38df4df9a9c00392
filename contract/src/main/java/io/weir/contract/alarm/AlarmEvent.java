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
 * @param value the metric's value at the event time; null where that is no number, for an alarm that is not about a value, and
 *     where an alarm is cleared because its rule is gone
 * @param threshold the limit that {@code value} passed: that of the level raised or, when cleared, the clear value; null without a value
 * @param guidance where the operator reads what to do; may be empty
 * @param tags those of the series
 * @param eventTime when it happened, by the metric's or the operator's clock
 * @param decisionTime when it was decided, by the machine that decided
 * @param user who brought the alarm to {@code to}; told as long as it is there; null if nobody did
 * @param reason why they did it
 * @param since when the alarm came to {@code to}; before {@code eventTime} where only the severity changed
 * @param worst the worst severity since the alarm was last NORMAL
 * @param expiry when a shelved alarm comes back; null otherwise
 * @param command the id of the operator's command that caused this; null if a metric or the clock did
 * @param source the record that caused this; null if the clock did
 * @param text the metric's value where that is no number: a text, {@code true} or {@code false}; null, and left out of the
 *     JSON, where it is one
 * @param chattering whether it is raised so often that changes of its condition are not told until it has been quiet for a while;
 *     null, and left out of the JSON, if not
 * @param flips how often it was raised while it chattered; in the events of that time, and in the one that ends it
 * @param escalated whether {@code severity} is what nobody's acknowledging made of it; null, and left out, if not
 * @param swing between which values its condition changed while it chattered; with {@code flips}, if it has values
 * @param suppressedBy of an alarm that is SUPPRESSED, the id of the alarm that began to mask it, or {@code state:} and what was set for
 *     the farm; null, and left out of the JSON, otherwise
 * @param latch whether its rule says that it latches; null, and left out, if not
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
    "reason",
    "since",
    "worst",
    "expiry",
    "command",
    "source",
    "text",
    "chattering",
    "flips",
    "escalated",
    "swing",
    "suppressedBy",
    "latch"
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
        @Nullable String reason,
        Instant since,
        Severity worst,
        @Nullable Instant expiry,
        @Nullable String command,
        @Nullable Source source,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String text,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean chattering,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long flips,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean escalated,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Swing swing,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String suppressedBy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean latch) {

    /**
     * Refuses an event without one of the fields that every event has; keeps a copy of the tags. An event of
     * an older Weir lacks {@code since} and {@code worst}.
     */
    @SuppressWarnings("ConstantValue") // what Jackson makes of JSON may lack anything
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
        since = since == null ? eventTime : since;
        worst = worst == null ? severity : worst;
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
                reason,
                since,
                worst,
                expiry,
                command,
                source,
                text,
                chattering,
                flips,
                escalated,
                swing,
                suppressedBy,
                latch);
    }
}
