package io.weir.alarming.absence;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.alarm.AbsenceRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * An absence rule under one version of the rules. Immutable.
 *
 * @param identity hash of the rule's name, tags and match; a rule with another identity does not
 *     take over keys
 */
record AbsencePlan(AbsenceRule rule, String ruleVersion, long identity) {

    static AbsencePlan of(AbsenceRule rule, String ruleVersion) {
        byte[] text = (rule.name() + '\n' + rule.by() + '\n' + rule.match()).getBytes(UTF_8);
        return new AbsencePlan(rule, ruleVersion, SeriesHash.of(text, 0, text.length));
    }

    /**
     * Returns the key of a series: the values of the rule's tags. Empty if a tag is missing or the
     * key is not expected.
     */
    List<String> values(SortedMap<String, String> tags) {
        List<String> values = new ArrayList<>(rule.by().size());
        for (String tag : rule.by()) {
            String value = tags.get(tag);
            if (value == null) {
                return List.of();
            }
            values.add(value);
        }
        boolean isExpected =
                rule.expected().isEmpty() || rule.expected().get().keys().contains(values);
        return isExpected ? List.copyOf(values) : List.of();
    }

    /**
     * Returns whether a key last seen at {@code seenMillis} is forgotten; expected keys never are.
     */
    boolean forgets(long seenMillis, long nowMillis) {
        return rule.expected().isEmpty() && seenMillis + rule.forget().toMillis() <= nowMillis;
    }

    /** Returns the period: the silence after which a key is reported. */
    long periodMillis(Rhythm rhythm) {
        return rule.period().map(Duration::toMillis).orElseGet(rhythm::periodMillis);
    }
}
