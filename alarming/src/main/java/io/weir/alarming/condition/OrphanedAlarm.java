package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Source;
import io.weir.contract.line.Series;
import java.time.Instant;

/**
 * A raised alarm that no rule covers any more: its rule was removed, matches other series, or
 * builds another id.
 *
 * @param rule the rule's name
 * @param id the alarm's id
 */
public record OrphanedAlarm(String rule, String id) {

    /** Builds the change that clears the alarm. */
    public ConditionChange cleared(byte[] series, String ruleVersion, long logMillis, Source source) {
        return ConditionChange.cleared(
                id,
                rule,
                ruleVersion,
                new String(series, UTF_8),
                Series.parse(series).tags(),
                Instant.ofEpochMilli(logMillis),
                source);
    }
}
