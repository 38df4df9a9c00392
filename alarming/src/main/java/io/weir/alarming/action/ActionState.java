package io.weir.alarming.action;

import io.weir.contract.alarm.ControlAction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last action that an alarm requested. Immutable, pure.
 *
 * @param action the action as decided
 * @param answer the control system's answer so far
 * @param isActive whether the alarm is still raised and the action not withdrawn; while true, the
 *     alarm requests no other action
 * @param isReported whether the alarm about this action is raised
 * @param due when the next step is due; null if none is
 */
record ActionState(
        ControlAction action,
        Answer answer,
        boolean isActive,
        boolean isReported,
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

    ActionState with(Answer next, boolean isReportedNow, @Nullable Instant nextDue) {
        return new ActionState(action, next, isActive, isReportedNow, nextDue);
    }

    /** Returns the state after the end of the alarm, while the action is unanswered or failed. */
    ActionState over(@Nullable Instant nextDue) {
        return new ActionState(action, answer, false, isReported, nextDue);
    }
}
