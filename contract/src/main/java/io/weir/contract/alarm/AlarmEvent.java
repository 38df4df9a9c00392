package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One transition of an alarm, or, without {@code from}, its current state. Its JSON has these
 * fields in this order; times have milliseconds.
 *
 * @param id see {@link AlarmId}
 * @param transition {@code id#n}, counting the alarm's transitions from 1
 * @param ruleVersion the version of the rule file that decided
 * @param from null, and absent in the JSON, in records of the current state
 * @param severity OK for a transition that clears the alarm
 * @param value the metric's value at the event time; null if the value is not a number, if the
 *     alarm is not about a value, and if the alarm is cleared because its rule is gone
 * @param threshold the limit that {@code value} passed: that of the level raised or, when cleared,
 *     the clear value; null without a value
 * @param guidance where the operator reads what to do; may be empty
 * @param tags those of the series
 * @param eventTime when it happened, by the metric's or the operator's clock
 * @param decisionTime when it was decided, by the clock of the deciding machine
 * @param user who brought the alarm to {@code to}, as long as it stays there; null if no person did
 * @param reason why the user did it
 * @param since when the alarm reached {@code to}; before {@code eventTime} if only the severity
 *     changed
 * @param worst the worst severity since the alarm was last NORMAL
 * @param expiry when a shelved alarm returns; null otherwise
 * @param command the id of the operator's command that caused this; null if a metric or the clock
 *     did
 * @param source the record that caused this; null if the clock did
 * @param text the metric's value if it is not a number: a text, {@code true} or {@code false};
 *     null, and absent in the JSON, if it is a number
 * @param chattering whether the alarm is raised so often that changes of its condition are
 *     suppressed until it has been quiet for a while; null, and absent in the JSON, if not
 * @param flips how often it was raised while it chattered; present in the events of that time, and
 *     in the event that ends it
 * @param escalated whether {@code severity} was raised because no operator acknowledged the alarm;
 *     null, and absent, if not
 * @param swing the range of values at which the condition changed while it chattered; with
 *     {@code flips}, if the alarm has values
 * @param suppressedBy for a SUPPRESSED alarm, the id of the alarm that first masked it, or
 *     {@code state:} and the farm state; null, and absent in the JSON, otherwise
 * @param latch whether its rule latches the alarm; null, and absent, if not
 * @param raisedAt when the condition was last raised: the event time at which {@code severity} left
 *     OK. It stays the same when the alarm becomes worse, is acknowledged, hidden or cleared. It is
 *     null, and absent, if the alarm was never raised, or last by an older Weir.
 * @param comment what an operator wrote, if this is a comment, which changes neither state nor
 *     severity; null, and absent, otherwise
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
    "latch",
    "raisedAt",
    "comment"
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
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean latch,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant raisedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Comment comment) {

    /**
     * Refuses an event without a mandatory field; keeps a copy of the tags. Events of an older Weir
     * may lack {@code since} and {@code worst}.
     */
    @SuppressWarnings("ConstantValue") // JSON may lack any field
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

    /** Whether the alarm is standing: raised, and not hidden from operators. */
    @JsonIgnore
    public boolean isStanding() {
        return severity != Severity.OK && !to.isHidden();
    }

    /** The value for {@code alarms.state}: the same without {@code from}. */
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
                latch,
                raisedAt,
                comment);
    }

    /** When the alarm itself changed: a comment changes nothing, so the state since before it counts. */
    public Instant changedAt() {
        return comment == null ? eventTime : since;
    }

    /** When the alarm was raised; of an alarm that an older Weir raised, when it entered its state. */
    public Instant raise() {
        return raisedAt == null ? since : raisedAt;
    }
}
