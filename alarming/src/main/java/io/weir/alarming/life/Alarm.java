package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;

/**
 * What is remembered of one alarm.
 *
 * @param transitions how many there were so far
 * @param series the one that had the last transition; see {@link LifeCycle#isForeign}
 */
record Alarm(AlarmState state, Severity severity, long transitions, String series) {

    /** An alarm that nothing was heard of yet. */
    static Alarm of(String series) {
        return new Alarm(AlarmState.NORMAL, Severity.OK, 0, series);
    }
}
