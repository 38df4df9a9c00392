package io.weir.alarming.lifecycle;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Severity;
import java.util.EnumMap;
import java.util.Map;

/**
 * The share of one task in the count of active alarms. Subtracted when the task closes, so the
 * count stays right in whatever order tasks are reassigned. Not thread-safe.
 */
final class ActiveAlarms {

    private final AlarmingMeters meters;
    private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

    ActiveAlarms(AlarmingMeters meters) {
        this.meters = meters;
    }

    /** Counts a change of severity; a new alarm starts at OK. */
    void severityChanged(Severity from, Severity to) {
        add(from, -1);
        add(to, 1);
    }

    /**
     * Subtracts the task's alarms when it closes or restarts; a restart may undo its last changes.
     */
    void forget() {
        counts.forEach((severity, count) -> meters.active(severity, -count));
        counts.clear();
    }

    private void add(Severity severity, long change) {
        if (severity != Severity.OK) {
            counts.merge(severity, change, Long::sum);
            meters.active(severity, change);
        }
    }
}
