package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Severity;

/** Causes of transitions: changes of the condition, operators' commands, time and masks. */
enum Trigger {
    /**
     * The condition became met, or its severity changed other than by {@link #EASED}, or another
     * series took over the alarm.
     */
    RAISED,
    /** The severity fell from MAJOR to MINOR. */
    EASED,
    /** The condition is no longer met. */
    CLEARED,
    ACKNOWLEDGE,
    UNACKNOWLEDGE,
    SHELVE,
    UNSHELVE,
    /** A chattering alarm was quiet long enough; it adopts the last state of its condition. */
    QUIET,
    /** The alarm was unacknowledged for too long. */
    ESCALATED,
    /** The shelf time is over. */
    SHELF_EXPIRED,
    OUT_OF_SERVICE,
    IN_SERVICE,
    /** An operator wrote a comment. */
    COMMENT,
    /** A mask became active. */
    MASKED,
    /** The last mask ended. */
    UNMASKED;

    /** Returns whether an operator caused the transition. */
    boolean isByOperator() {
        return switch (this) {
            case RAISED, EASED, CLEARED, QUIET, ESCALATED, SHELF_EXPIRED, MASKED, UNMASKED -> false;
            case ACKNOWLEDGE, UNACKNOWLEDGE, SHELVE, UNSHELVE, OUT_OF_SERVICE, IN_SERVICE, COMMENT -> true;
        };
    }

    /** Returns the trigger of an operator's command. */
    static Trigger of(Operation operation) {
        return switch (operation) {
            case ACKNOWLEDGE -> ACKNOWLEDGE;
            case UNACKNOWLEDGE -> UNACKNOWLEDGE;
            case SHELVE -> SHELVE;
            case UNSHELVE -> UNSHELVE;
            case OUT_OF_SERVICE -> OUT_OF_SERVICE;
            case IN_SERVICE -> IN_SERVICE;
            case COMMENT -> COMMENT;
        };
    }

    /** Returns the trigger of a change between two different severities. */
    static Trigger of(Severity from, Severity to) {
        if (to == Severity.OK) {
            return CLEARED;
        }
        return from == Severity.MAJOR && to == Severity.MINOR ? EASED : RAISED;
    }
}
