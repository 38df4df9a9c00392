package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.TextPattern;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The farm state during which the alarms of a rule are suppressed by design. All of its conditions
 * must be met.
 *
 * @param values patterns by name; a name that is not set does not match
 */
public record MaskedWhile(SortedMap<String, TextPattern> values) {

    private static final String KEY = "masked-while";

    public MaskedWhile {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        if (values.isEmpty()) {
            throw new Refusal(KEY, "must name a state and its value", "such as {run_type: maintenance}");
        }
        for (String name : values.keySet()) {
            FarmState.mistakeOfName(name).ifPresent(wrong -> {
                throw new Refusal(KEY, "the name of a state " + wrong + ", was " + Refusal.quote(name), "");
            });
        }
    }

    static Optional<MaskedWhile> read(YamlSection section) {
        Optional<SortedMap<String, TextPattern>> values = TextPattern.entriesIn(
                        section, KEY, "farm states, by name: value, during which the alarm is suppressed by design")
                .optional();
        try {
            return values.map(MaskedWhile::new);
        } catch (Refusal mistake) { // Reported here, so that the rest of the rule is still read.
            section.refuse(mistake.key(), mistake.wrong(), mistake.meant());
            return Optional.empty();
        }
    }

    /** Whether this state of the farm matches. */
    public boolean holds(FarmState farm) {
        return values.entrySet().stream().allMatch(wanted -> isMet(wanted, farm));
    }

    /** The mask in events of suppressed alarms, such as {@code state:run_type=maintenance}. */
    public String mask(FarmState farm) {
        return values.keySet().stream()
                .map(name -> name + "=" + farm.value(name))
                .collect(Collectors.joining(",", "state:", ""));
    }

    private static boolean isMet(Map.Entry<String, TextPattern> wanted, FarmState farm) {
        String value = farm.value(wanted.getKey());
        return !value.isEmpty() && wanted.getValue().matches(value);
    }
}
