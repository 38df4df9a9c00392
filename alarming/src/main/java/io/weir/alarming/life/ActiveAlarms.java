package io.weir.alarming.life;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Severity;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one task adds to the count of active alarms; taken back when the task goes, so that the count is right whichever task
 * comes or goes first. Not thread-safe.
 */
final class ActiveAlarms {

    private final AlarmingMeters meters;
    private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

    ActiveAlarms(AlarmingMeters meters) {
        this.meters = meters;
    }

    /** An alarm went from one severity to another; one that was never heard of was OK. */
    void moved(Severity from, Severity to) {
        add(from, -1);
        add(to, 1);
    }

    /** The task knows of no alarms any more, or begins anew: what it did last may have been undone. */
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
