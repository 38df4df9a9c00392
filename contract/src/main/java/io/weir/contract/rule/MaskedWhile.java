package io.weir.contract.rule;

import io.weir.contract.farm.FarmState;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What must be set for the farm, all of it, for the alarms of a rule to be suppressed by design.
 *
 * @param values by name, what they must look like; a name that is not set does not
 */
public record MaskedWhile(SortedMap<String, TextPattern> values) {

    private static final String KEY = "masked-while";

    public MaskedWhile {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        if (values.isEmpty()) {
            throw new Refusal(KEY, "must say what is set meanwhile", "such as {run_type: maintenance}");
        }
        for (String name : values.keySet()) {
            FarmState.mistakeOfName(name).ifPresent(wrong -> {
                throw new Refusal(KEY, "the name of a state " + wrong + ", was " + Refusal.quote(name), "");
            });
        }
    }

    static Optional<MaskedWhile> read(YamlSection section) {
        Optional<SortedMap<String, TextPattern>> values = TextPattern.entriesIn(
                        section, KEY, "what is set for the farm while this is suppressed by design, by name: value")
                .optional();
        try {
            return values.map(MaskedWhile::new);
        } catch (Refusal mistake) { // Told here, so that the rest of the rule is read all the same.
            section.refuse(mistake.key(), mistake.wrong(), mistake.meant());
            return Optional.empty();
        }
    }

    /** Does it hold for this state of the farm? */
    public boolean holds(FarmState farm) {
        return values.entrySet().stream().allMatch(wanted -> isMet(wanted, farm));
    }

    /** As it stands in events of alarms that it suppresses: what is set, such as {@code state:run_type=maintenance}. */
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
