package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many alarms there are.
 *
 * @param raised those that are raised and not hidden, by severity, the worst first; without zeros
 * @param unacknowledged those that wait for acknowledgement
 * @param hidden those that are shelved, suppressed or out of service
 */
record AlarmTally(SortedMap<Severity, Integer> raised, int unacknowledged, int hidden) {

    static AlarmTally of(List<AlarmEvent> alarms) {
        SortedMap<Severity, Integer> raised = new TreeMap<>(Severity.BY_BADNESS);
        int unacknowledged = 0;
        int hidden = 0;
        for (AlarmEvent alarm : alarms) {
            if (alarm.isStanding()) {
                raised.merge(alarm.severity(), 1, Integer::sum);
            }
            hidden += alarm.to().isHidden() ? 1 : 0;
            unacknowledged += alarm.to().isUnacknowledged() ? 1 : 0;
        }
        return new AlarmTally(raised, unacknowledged, hidden);
    }
}
