package io.weir.alarming.act;

import io.weir.contract.alarm.ActionOutcome;

/** What becomes of replies; each is counted. */
enum Verdict {
    DONE,
    FAILED,
    REFUSED,
    /** It could not be read. */
    MALFORMED,
    /** No action has its key, or it is over: withdrawn, or another one followed. */
    UNKNOWN,
    /** The action has its final answer, or had just this one. */
    DUPLICATE;

    static Verdict of(ActionOutcome outcome) {
        return switch (outcome) {
            case DONE -> DONE;
            case FAILED -> FAILED;
            case REFUSED -> REFUSED;
        };
    }
}
