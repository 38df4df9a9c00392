package io.weir.alarming.lifecycle;

import static io.weir.contract.alarm.AlarmState.ACKNOWLEDGED;
import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.OUT_OF_SERVICE;
import static io.weir.contract.alarm.AlarmState.RETURNED;
import static io.weir.contract.alarm.AlarmState.SHELVED;
import static io.weir.contract.alarm.AlarmState.SUPPRESSED;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;

import io.weir.contract.alarm.AlarmState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state table of {@code docs/alarms.md}; a test compares it cell by cell. Hiding an alarm must
 * not lose it. An alarm leaves the shelf in the acknowledgement state in which it went there,
 * unless it was raised meanwhile. From other hidden states it returns unacknowledged.
 * {@link Alarm#under} then applies masks.
 */
final class Lifecycle {

    private Lifecycle() {}

    /**
     * Returns the state after a trigger; empty if the trigger is not possible in this state.
     *
     * @param isRaised whether the condition is met after the trigger
     * @param latches whether the rule has {@code latch: true}
     * @param isUnseen whether the alarm was raised or became worse since its last acknowledgement
     */
    static Optional<AlarmState> next(
            AlarmState state, Trigger trigger, boolean isRaised, boolean latches, boolean isUnseen) {
        return Optional.ofNullable(
                switch (trigger) {
                    case RAISED -> state.isHidden() ? state : UNACKNOWLEDGED;
                    case EASED -> state;
                    case CLEARED -> cleared(state, latches);
                    case QUIET -> isRaised ? state : cleared(state, latches);
                    case ESCALATED -> state == UNACKNOWLEDGED ? state : null;
                    case ACKNOWLEDGE -> acknowledged(state);
                    case UNACKNOWLEDGE -> state == ACKNOWLEDGED ? UNACKNOWLEDGED : null;
                    case SHELVE -> state == OUT_OF_SERVICE ? null : SHELVED;
                    case UNSHELVE, SHELF_EXPIRED -> state == SHELVED ? unshelved(isRaised, latches, isUnseen) : null;
                    case OUT_OF_SERVICE -> state == OUT_OF_SERVICE ? null : OUT_OF_SERVICE;
                    case MASKED -> state == UNACKNOWLEDGED || state == ACKNOWLEDGED ? SUPPRESSED : null;
                    case UNMASKED -> state == SUPPRESSED ? announced(isRaised, latches, isUnseen) : null;
                    case IN_SERVICE -> state == OUT_OF_SERVICE ? announced(isRaised, latches, isUnseen) : null;
                    case COMMENT -> state == NORMAL ? null : state;
                });
    }

    private static AlarmState cleared(AlarmState state, boolean latches) {
        if (state.isHidden()) {
            return state;
        }
        return latches && state == UNACKNOWLEDGED ? RETURNED : NORMAL;
    }

    private static AlarmState unshelved(boolean isRaised, boolean latches, boolean isUnseen) {
        return isRaised && !isUnseen ? ACKNOWLEDGED : announced(isRaised, latches, isUnseen);
    }

    private static AlarmState announced(boolean isRaised, boolean latches, boolean isUnseen) {
        if (isRaised) {
            return UNACKNOWLEDGED;
        }
        return latches && isUnseen ? RETURNED : NORMAL;
    }

    private static @Nullable AlarmState acknowledged(AlarmState state) {
        return state == UNACKNOWLEDGED ? ACKNOWLEDGED : state == RETURNED ? NORMAL : null;
    }
}
