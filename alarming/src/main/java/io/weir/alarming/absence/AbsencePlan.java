package io.weir.alarming.absence;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.AbsenceRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * An absence rule under one version of the rules. Immutable.
 *
 * @param identity of what the rule is about: a rule with another one knows nothing of the keys of this one
 */
record AbsencePlan(AbsenceRule rule, String ruleVersion, long identity) {

    static AbsencePlan of(AbsenceRule rule, String ruleVersion) {
        byte[] text = (rule.name() + '\n' + rule.by() + '\n' + rule.match()).getBytes(UTF_8);
        return new AbsencePlan(rule, ruleVersion, SeriesHash.of(text, 0, text.length));
    }

    /** The values that make a series' key; empty if it has none, or one that is not expected. */
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

    /** Is a key that was seen then no longer expected? */
    boolean forgets(long seenMillis, long nowMillis) {
        return rule.expected().isEmpty() && seenMillis + rule.forget().toMillis() <= nowMillis;
    }

    /** For how long nothing may have come of a key. */
    long periodMillis(Rhythm rhythm) {
        return rule.period().map(Duration::toMillis).orElseGet(rhythm::periodMillis);
    }

    boolean isGap(long stepMillis) {
        return Absences.isGap(rule, stepMillis);
    }
}
