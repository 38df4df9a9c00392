package io.weir.standalone.ruletest;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/** The complete farm state from a time of a test on. */
record StateStep(Duration at, SortedMap<String, String> values) {

    static StateStep read(YamlSection section) {
        Duration at = section.duration("at", Duration.ZERO, "when the values are set, since the start of the test")
                .or(Duration.ZERO);
        SortedMap<String, String> values = section.entries(
                        "set", StateStep::value, "values by name; all other names are not set")
                .or(new TreeMap<>());
        values.keySet().forEach(name -> FarmState.mistakeOfName(name)
                .ifPresent(
                        wrong -> section.refuse("set", "the name of a state " + wrong, "was " + Refusal.quote(name))));
        return new StateStep(at, values);
    }

    private static String value(String text) {
        FarmState.mistakeOfValue(text).ifPresent(wrong -> {
            throw new Refusal(wrong, "leave the name out where it is not set");
        });
        return text;
    }
}
