package io.weir.alarming.action;

import io.weir.contract.alarm.ActionOutcome;

/** Outcomes of replies; each is counted. */
enum ReplyOutcome {
    DONE,
    FAILED,
    REFUSED,
    /** The reply is unreadable. */
    MALFORMED,
    /** No action has this key, or the action is over: withdrawn or replaced. */
    UNKNOWN,
    /** The action already has its final answer, or this same answer. */
    DUPLICATE;

    static ReplyOutcome of(ActionOutcome outcome) {
        return switch (outcome) {
            case DONE -> DONE;
            case FAILED -> FAILED;
            case REFUSED -> REFUSED;
        };
    }
}
