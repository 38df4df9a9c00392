package io.weir.alarming.act;

import io.weir.contract.alarm.ControlAction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the last action that an alarm asked for. Immutable, pure.
 *
 * @param action as it was decided
 * @param answer what the control system made of it so far
 * @param stands whether the alarm is raised since, and nothing has withdrawn it: so long, none is asked for anew
 * @param isTold whether the alarm about the alarm's actions is raised
 * @param due when there is something to do about it; null if never
 */
record Standing(
        ControlAction action,
        Answer answer,
        boolean stands,
        boolean isTold,
        @Nullable Instant due) {

    /** What the control system made of an action. */
    enum Answer {
        /** Nothing yet. */
        NONE,
        /** Nothing, and its time is up. */
        OVERDUE,
        FAILED,
        /** It is done, or refused: no more is to come. */
        FINAL
    }

    String alarm() {
        return action.alarm();
    }

    /** Whether an answer is to come by a time that is not up yet. */
    boolean isAwaited() {
        return answer == Answer.NONE && action.confirmBy() != null;
    }

    Standing with(Answer next, boolean isToldNow, @Nullable Instant nextDue) {
        return new Standing(action, next, stands, isToldNow, nextDue);
    }

    /** The alarm is over, but what became of the action is not known, or not good. */
    Standing over(@Nullable Instant nextDue) {
        return new Standing(action, answer, false, isTold, nextDue);
    }
}
