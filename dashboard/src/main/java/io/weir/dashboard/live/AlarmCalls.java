package io.weir.dashboard.live;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.AlarmState;
import java.util.Optional;

/**
 * Counts the calls of operators among the states of alarms, as alarming does for its meters, and
 * knows whether there is a flood. Not thread-safe.
 */
final class AlarmCalls {
    private final AlarmRate rate = new AlarmRate();
    private long floodMillis;

    /** Counts the new state of an alarm if it calls operators. */
    void take(Optional<AlarmEvent> before, AlarmEvent state) {
        if (isCall(before, state)) {
            boolean wasFlood = rate.isFlood();
            long nowMillis = state.decisionTime().toEpochMilli();
            rate.called(nowMillis);
            if (rate.isFlood() && !wasFlood) {
                floodMillis = nowMillis;
            }
        }
    }

    /**
     * A state does not contain the one before it. Where that is unknown, a state that the alarm
     * reached earlier is not a call.
     */
    private static boolean isCall(Optional<AlarmEvent> before, AlarmEvent state) {
        return state.to() == AlarmState.UNACKNOWLEDGED
                && state.command() == null
                && state.chattering() == null
                && before.map(earlier -> earlier.to() != AlarmState.UNACKNOWLEDGED)
                        .orElseGet(() -> state.since().equals(state.eventTime()));
    }

    /** The calls of the ten minutes before this time. */
    OperatorCalls view(long nowMillis) {
        // Alarming's clock may have been ahead.
        rate.forgetAfter(nowMillis);
        rate.advance(nowMillis);
        return new OperatorCalls(rate.inTenMinutes(), rate.isFlood() ? floodMillis : null);
    }
}
