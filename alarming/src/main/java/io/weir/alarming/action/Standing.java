package io.weir.alarming.action;

import io.weir.contract.alarm.ControlAction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last action that an alarm asked for. Immutable, pure.
 *
 * @param action the action as decided
 * @param answer the control system's answer so far
 * @param stands whether the alarm is still raised and the action not withdrawn; while it is, the
 *     alarm asks for no other action
 * @param isTold whether the alarm about this action is raised
 * @param due when the next step is due; null if none is
 */
record Standing(
        ControlAction action,
        Answer answer,
        boolean stands,
        boolean isTold,
        @Nullable Instant due) {

    /** The answer of the control system to an action. */
    enum Answer {
        /** No answer yet. */
        NONE,
        /** No answer within the time limit. */
        OVERDUE,
        FAILED,
        /** Done or refused; no further answer follows. */
        FINAL
    }

    String alarm() {
        return action.alarm();
    }

    /** Returns whether an answer is due at a time that has not passed. */
    boolean isAwaited() {
        return answer == Answer.NONE && action.confirmBy() != null;
    }

    Standing with(Answer next, boolean isToldNow, @Nullable Instant nextDue) {
        return new Standing(action, next, stands, isToldNow, nextDue);
    }

    /** Returns the state after the end of the alarm, while the action is unanswered or failed. */
    Standing over(@Nullable Instant nextDue) {
        return new Standing(action, answer, false, isTold, nextDue);
    }
}
