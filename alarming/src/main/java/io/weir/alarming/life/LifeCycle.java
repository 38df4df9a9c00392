package io.weir.alarming.life;

import static io.weir.contract.alarm.AlarmState.ACKNOWLEDGED;
import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.OUT_OF_SERVICE;
import static io.weir.contract.alarm.AlarmState.RETURNED;
import static io.weir.contract.alarm.AlarmState.SHELVED;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;

import io.weir.contract.alarm.AlarmState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What comes after what: the table of {@code docs/alarms.md}, which a test compares cell by cell. Who hides an alarm is not
 * to miss it: it comes back unacknowledged by itself, and acknowledged where an operator fetches it.
 */
final class LifeCycle {

    private LifeCycle() {}

    /**
     * The state after a trigger; empty if the trigger is not possible in this state.
     *
     * @param isRaised does the condition hold, once this has happened?
     * @param latches does the rule say {@code latch: true}?
     */
    static Optional<AlarmState> next(AlarmState state, Trigger trigger, boolean isRaised, boolean latches) {
        AlarmState seenAgain = isRaised ? UNACKNOWLEDGED : NORMAL;
        return Optional.ofNullable(
                switch (trigger) {
                    case RAISED -> state.isHidden() ? state : UNACKNOWLEDGED;
                    case EASED -> state;
                    case CLEARED -> cleared(state, latches);
                    case ACKNOWLEDGE -> acknowledged(state);
                    case UNACKNOWLEDGE -> state == ACKNOWLEDGED ? UNACKNOWLEDGED : null;
                    case SHELVE -> state == OUT_OF_SERVICE ? null : SHELVED;
                    case UNSHELVE -> state != SHELVED ? null : isRaised ? ACKNOWLEDGED : NORMAL;
                    case SHELF_EXPIRED -> state == SHELVED ? seenAgain : null;
                    case OUT_OF_SERVICE -> state == OUT_OF_SERVICE ? null : OUT_OF_SERVICE;
                    case IN_SERVICE -> state == OUT_OF_SERVICE ? seenAgain : null;
                });
    }

    private static AlarmState cleared(AlarmState state, boolean latches) {
        if (state.isHidden()) {
            return state;
        }
        return latches && state == UNACKNOWLEDGED ? RETURNED : NORMAL;
    }

    private static @Nullable AlarmState acknowledged(AlarmState state) {
        return state == UNACKNOWLEDGED ? ACKNOWLEDGED : state == RETURNED ? NORMAL : null;
    }
}
