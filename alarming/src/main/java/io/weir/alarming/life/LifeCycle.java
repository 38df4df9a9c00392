package io.weir.alarming.life;

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
 * What comes after what: the table of {@code docs/alarms.md}, which a test compares cell by cell. Who hides an alarm is not
 * to miss it. What an alarm is raised into, or comes back to, is masked by {@link Alarm#under}: from the shelf it comes back as it went, unless it was raised there, and from elsewhere unacknowledged.
 */
final class LifeCycle {

    private LifeCycle() {}

    /**
     * The state after a trigger; empty if the trigger is not possible in this state.
     *
     * @param isRaised does the condition hold, once this has happened?
     * @param latches does the rule say {@code latch: true}?
     * @param isUnseen was it raised, or worse, since somebody last acknowledged it?
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
