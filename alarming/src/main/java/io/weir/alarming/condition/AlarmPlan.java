package io.weir.alarming.condition;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.line.Decimals;
import io.weir.contract.line.Series;
import io.weir.contract.rule.alarm.AlarmRule;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * One alarm rule applied to one series, compiled when the series is first seen. Immutable.
 *
 * @param ruleVersion the version of the rule file
 * @param spelling the series as spelled in line protocol
 * @param id the alarm's id
 * @param fieldKey the field key as spelled in line protocol; callers must not change the array
 * @param identity identifies this rule's saved state
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

    /** Heap bytes of a plan, its id and field key without their elements, and its condition without levels. */
    private static final int OWN_BYTES = 360;

    /** Returns whether {@code bytes[from, to)} is the key of the watched field. */
    public boolean isField(byte[] bytes, int from, int to) {
        return Arrays.equals(fieldKey, 0, fieldKey.length, bytes, from, to);
    }

    /** Estimated heap bytes of the plan and its condition, with all values that its triggers may keep. */
    long bytes() {
        return OWN_BYTES
                + id.length()
                + fieldKey.length
                + levels.stream().mapToLong(LevelPlan::bytes).sum();
    }

    /** Builds the message to the second stage. */
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
