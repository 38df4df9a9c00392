package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the raised alarms by rule and severity, and those that are hidden or not acknowledged. */
final class AlarmCounts {
    private AlarmCounts() {}

    static SortedMap<String, Map<String, Integer>> byRule(List<AlarmEvent> all) {
        SortedMap<String, Map<String, Integer>> rules = new TreeMap<>();
        for (AlarmEvent alarm : all) {
            if (alarm.severity() == Severity.OK && !alarm.to().isUnacknowledged()) {
                continue;
            }
            Map<String, Integer> counts = rules.computeIfAbsent(alarm.rule(), unseen -> new TreeMap<>());
            counts.merge(alarm.to().isHidden() ? "hidden" : alarm.severity().name(), 1, Integer::sum);
            if (alarm.to().isUnacknowledged()) {
                counts.merge("unacknowledged", 1, Integer::sum);
            }
        }
        return rules;
    }
}
