package io.weir.alarming.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Source;
import io.weir.contract.line.Series;
import java.time.Instant;

/**
 * A raised alarm that no rule stands behind any more: its rule was removed, or watches other series, or names it otherwise.
 *
 * @param rule the rule's name
 * @param id the alarm's
 */
public record Gone(String rule, String id) {

    /** What the second stage is told, so that it does not stay raised for ever. */
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
