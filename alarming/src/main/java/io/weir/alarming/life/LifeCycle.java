package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import java.util.Optional;

/** The transitions of an alarm: what comes after what. Pure. */
final class LifeCycle {

    private LifeCycle() {}

    /**
     * Does the change come from another series than that of the alarm? By mistake two series share the id then. While the
     * one has the alarm raised, the other is not heard; once it is back to normal, the first to speak has it.
     */
    static boolean isForeign(Alarm alarm, ConditionChange change) {
        return !alarm.series().equals(change.series());
    }

    /** The alarm after a change of its condition; empty if that says nothing new. */
    static Optional<Alarm> onCondition(Alarm alarm, ConditionChange change) {
        boolean isHeard = alarm.state() == AlarmState.NORMAL || !isForeign(alarm, change);
        if (!isHeard || alarm.severity() == change.severity()) {
            return Optional.empty();
        }
        AlarmState to = change.severity() == Severity.OK ? AlarmState.NORMAL : AlarmState.UNACKNOWLEDGED;
        return Optional.of(new Alarm(to, change.severity(), alarm.transitions() + 1, change.series()));
    }
}
