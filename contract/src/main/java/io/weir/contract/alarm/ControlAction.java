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
 * A request to the control system to do an action, or to withdraw it: the value of
 * {@code control.actions}.
 *
 * @param key the transition that decided the action: the control system does at most one action for
 *     a key
 * @param action the action's name, from the rule
 * @param dryRun whether the action is only announced and must not be done
 * @param alarm the id of the alarm that asks for it
 * @param transition the alarm's transition that decided or withdrew it
 * @param rule the alarm's
 * @param ruleVersion the version of the rule file that decided
 * @param severity the alarm's at the decision
 * @param tags the alarm's
 * @param decisionTime when it was decided or withdrawn, by alarming's clock
 * @param confirmBy the deadline for the control system's reply; null if no reply is expected
 * @param withdrawOn the events that withdraw it; empty: none
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

    /**
     * Replaces the rule's name in the ids of alarms about actions that were not confirmed or have
     * failed. The id of the requesting alarm follows.
     */
    public static final String UNDONE = "weir-action";

    /** Likewise for alarms about a rule's actions that are held back. The rule's name follows. */
    public static final String HELD_BACK = "weir-action-held";

    /** Refuses an action without a mandatory field; keeps copies of the collections. */
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

    /** The withdrawal of this action; only for a decided one. */
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
