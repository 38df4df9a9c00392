package io.weir.alarming.series;

import io.weir.alarming.condition.LevelPlan;
import io.weir.alarming.condition.Reading;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.line.Decimals;
import io.weir.contract.line.Series;
import io.weir.contract.rule.AlarmRule;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * One alarm rule applied to one series, compiled once, when the series is first seen. Immutable.
 *
 * @param ruleVersion the version of the rule file
 * @param spelling the series as line protocol spells it
 * @param id the alarm's
 * @param fieldKey the field's key as line protocol spells it; not to be changed
 * @param identity tells the state of this rule from that of others
 */
public record AlarmPlan(
        AlarmRule rule,
        String ruleVersion,
        Series series,
        String spelling,
        String id,
        byte[] fieldKey,
        List<LevelPlan> levels,
        long identity) {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Is {@code bytes[from, to)} the key of the field that the rule watches? */
    public boolean isField(byte[] bytes, int from, int to) {
        return Arrays.equals(fieldKey, 0, fieldKey.length, bytes, from, to);
    }

    /** What the second stage is told of a change. */
    public ConditionChange change(Severity severity, Reading value, double limit, long eventNanos, Source source) {
        String message = rule.handling().message().render(name -> switch (name) {
            case "value" -> value.toString();
            case "threshold" -> Double.isNaN(limit) ? "-" : Decimals.plain(limit);
            case "field" -> rule.field();
            case "rule" -> rule.name();
            case "severity" -> severity.name();
            default -> series.tags().getOrDefault(name, "-");
        });
        return new ConditionChange(
                id,
                rule.name(),
                ruleVersion,
                spelling,
                severity,
                value.isNumber() ? value.number() : null,
                Double.isNaN(limit) ? null : limit,
                message,
                rule.handling().guidance(),
                series.tags(),
                Instant.ofEpochSecond(
                        Math.floorDiv(eventNanos, NANOS_PER_SECOND), Math.floorMod(eventNanos, NANOS_PER_SECOND)),
                rule.handling().latch(),
                source,
                value.isNumber() ? null : value.toString());
    }
}
