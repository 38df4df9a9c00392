package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the control system is asked to do, or not to do any more: the value of {@code control.actions}.
 *
 * @param key the transition that decided it: whoever has done what has this key does not do it again
 * @param action what is to be done, as the rule names it
 * @param dryRun whether it is told only, and not to be done
 * @param alarm the id of the alarm that asks for it
 * @param transition of the alarm, that decided or withdrew it
 * @param rule the alarm's
 * @param ruleVersion the version of the rule file that decided
 * @param severity the alarm's when it was decided
 * @param tags the alarm's
 * @param decisionTime when it was decided or withdrawn, by alarming's clock
 * @param confirmBy until when the control system is to say what became of it; null if that is not waited for
 * @param withdrawOn what will withdraw it; empty: nothing will
 */
@JsonPropertyOrder({
    "key",
    "kind",
    "action",
    "arguments",
    "dryRun",
    "alarm",
    "transition",
    "rule",
    "ruleVersion",
    "severity",
    "tags",
    "decisionTime",
    "confirmBy",
    "withdrawOn"
})
public record ControlAction(
        String key,
        ActionKind kind,
        String action,
        SortedMap<String, String> arguments,
        boolean dryRun,
        String alarm,
        String transition,
        String rule,
        String ruleVersion,
        Severity severity,
        SortedMap<String, String> tags,
        Instant decisionTime,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant confirmBy,
        List<WithdrawOn> withdrawOn) {

    /** Where others have their rule: the alarm that what this alarm asked for was not confirmed, or has failed. Its id goes on with the alarm's. */
    public static final String UNDONE = "weir-action";

    /** Likewise: the alarm that actions of a rule are held back. Its id goes on with the rule's name. */
    public static final String HELD_BACK = "weir-action-held";

    /** Refuses one without a field that every one has; keeps copies of the collections. */
    public ControlAction {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(alarm, "alarm");
        Objects.requireNonNull(transition, "transition");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(ruleVersion, "ruleVersion");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(decisionTime, "decisionTime");
        Objects.requireNonNull(withdrawOn, "withdrawOn");
        arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        withdrawOn = List.copyOf(withdrawOn);
    }

    /** What takes it back; only of one that was decided. */
    public ControlAction withdrawn(String by, Instant now) {
        return new ControlAction(
                key,
                ActionKind.WITHDRAWN,
                action,
                arguments,
                dryRun,
                alarm,
                by,
                rule,
                ruleVersion,
                severity,
                tags,
                now,
                null,
                withdrawOn);
    }
}
