package io.weir.alarming.life;

import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Severity;

/** What may happen to an alarm: its condition changes, an operator speaks, time passes, a mask comes or goes. */
enum Trigger {
    /** The condition holds, or is worse, or otherwise bad than before. */
    RAISED,
    /** From MAJOR to MINOR. */
    EASED,
    /** The condition does not hold any more. */
    CLEARED,
    ACKNOWLEDGE,
    UNACKNOWLEDGE,
    SHELVE,
    UNSHELVE,
    /** It chattered, and has not changed for so long that it does not any more; it is what it was last. */
    QUIET,
    /** Nobody has acknowledged it for so long. */
    ESCALATED,
    /** The time is over for which the alarm was shelved. */
    SHELF_EXPIRED,
    OUT_OF_SERVICE,
    IN_SERVICE,
    /** What suppresses it by design holds. */
    MASKED,
    /** Nothing suppresses it by design any more. */
    UNMASKED;

    /** Is it an operator who speaks? */
    boolean isSaid() {
        return switch (this) {
            case RAISED, EASED, CLEARED, QUIET, ESCALATED, SHELF_EXPIRED, MASKED, UNMASKED -> false;
            case ACKNOWLEDGE, UNACKNOWLEDGE, SHELVE, UNSHELVE, OUT_OF_SERVICE, IN_SERVICE -> true;
        };
    }

    /** What an operation of an operator is to an alarm. */
    static Trigger of(Operation operation) {
        return switch (operation) {
            case ACKNOWLEDGE -> ACKNOWLEDGE;
            case UNACKNOWLEDGE -> UNACKNOWLEDGE;
            case SHELVE -> SHELVE;
            case UNSHELVE -> UNSHELVE;
            case OUT_OF_SERVICE -> OUT_OF_SERVICE;
            case IN_SERVICE -> IN_SERVICE;
        };
    }

    /** What a change of severity is; the two differ. */
    static Trigger of(Severity from, Severity to) {
        if (to == Severity.OK) {
            return CLEARED;
        }
        return from == Severity.MAJOR && to == Severity.MINOR ? EASED : RAISED;
    }
}
