package io.weir.dashboard.live;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the calls of operators among the states of alarms, as alarming does for its meters, and
 * the alarms that wait for an operator; knows whether there is a flood. Not thread-safe.
 */
final class AlarmCalls {
    private final AlarmRate rate = new AlarmRate();
    private final Map<Severity, Integer> unacknowledged = new EnumMap<>(Severity.class);
    private long floodMillis;

    /** Counts the new state of an alarm; empty if it was removed. */
    void take(Optional<AlarmEvent> before, Optional<AlarmEvent> state) {
        before.ifPresent(one -> count(one, -1));
        state.ifPresent(one -> {
            count(one, 1);
            countCall(before, one);
        });
    }

    private void count(AlarmEvent alarm, int by) {
        if (alarm.to().isUnacknowledged()) {
            unacknowledged.merge(alarm.severity(), by, Integer::sum);
        }
    }

    private void countCall(Optional<AlarmEvent> before, AlarmEvent state) {
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
     * reached earlier is not a call, nor is one with a comment.
     */
    private static boolean isCall(Optional<AlarmEvent> before, AlarmEvent state) {
        return state.to() == AlarmState.UNACKNOWLEDGED
                && (state.command() == null || state.comment() != null)
                && state.chattering() == null
                && before.map(earlier -> earlier.to() != AlarmState.UNACKNOWLEDGED)
                        .orElseGet(() -> state.since().equals(state.eventTime()));
    }

    /** The calls of the ten minutes before this time, and the alarms that wait now. */
    OperatorCalls view(long nowMillis) {
        // Alarming's clock may have been ahead.
        rate.forgetAfter(nowMillis);
        rate.advance(nowMillis);
        return new OperatorCalls(rate.inTenMinutes(), rate.isFlood() ? floodMillis : null, unacknowledged());
    }

    private Map<Severity, Integer> unacknowledged() {
        Map<Severity, Integer> counts = new EnumMap<>(unacknowledged);
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
