package io.weir.alarming.action;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An alarm about actions. It has the same lifecycle as others. No rule can have its name, so no
 * action is ever about an action.
 *
 * @param kind used in place of a rule name
 * @param about second part of the alarm id
 */
record ActionAlarm(String kind, String about, String ruleVersion, SortedMap<String, String> tags) {

    private static final String GUIDANCE = "docs/alarms.md#actions";

    /** Returns the alarm for an action that failed or was not confirmed. */
    static ActionAlarm undone(ControlAction action) {
        return new ActionAlarm(ControlAction.UNDONE, action.alarm(), action.ruleVersion(), action.tags());
    }

    /** Returns the alarm for an action that was held back. */
    static ActionAlarm heldBack(String rule, String ruleVersion) {
        return new ActionAlarm(ControlAction.HELD_BACK, rule, ruleVersion, Collections.emptySortedMap());
    }

    /**
     * Builds the change for the lifecycle.
     *
     * @param source the record that caused it; null if the clock did
     */
    ConditionChange change(Severity severity, String message, Instant time, @Nullable Source source) {
        return new ConditionChange(
                kind + "/" + about,
                kind,
                ruleVersion,
                kind,
                severity,
                null,
                null,
                message,
                GUIDANCE,
                tags,
                time,
                false,
                source,
                null);
    }
}
