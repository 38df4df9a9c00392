package io.weir.contract.rulecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleLoader;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts the comparisons between thousands of rules, ten thousand in long runs. */
class RuleChecksWorkTest {
    private static final int RULES = Boolean.getBoolean("weir.test.long") ? 10_000 : 2_000;
    private static final String AGGREGATE =
            "aggregate | {name: a#, fields: [f], functions: [max], window: 10s, as: '<measurement>_10s', match: {";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "route     | {match: {measurement: m#}, to: [storage]}",
                "route     | {match: {measurement: cpu, tags: {host: h#}}, to: [storage]}",
                "route     | {match: {measurement: 'm#_*'}, to: [storage]}",
                "route     | {match: {measurement: '*_m#'}, to: [storage]}",
                "route     | {match: {measurement: '*_m#_*'}, to: [storage]}",
                "route     | {match: {measurement: '/m#_[0-9]+/'}, to: [storage]}",
                "route     | {match: {measurement: [m#, 'n#_*']}, to: [storage]}",
                "route     | {match: {tags: {host: 'h#_*', rack: r}}, to: [storage]}",
                "route     | {match: {measurement: cpu, not: {host: h#}}, to: [storage]}",
                "route     | {match: {measurement: cpu, without: [t#]}, to: [storage]}",
                "route     | {match: {measurement: '*'}, to: [storage]}",
                "suppress  | {name: s#, match: {measurement: m#}, mode: change}",
                "suppress  | {name: s#, match: {measurement: cpu}, field: f#, mode: change}",
                "suppress  | {name: s#, match: {measurement: cpu, tags: {host: h#}}, field: f, mode: change}",
                "enrich    | {name: e#, match: {measurement: m#}, set: {rack: r#}}",
                "enrich    | {name: e#, match: {tags: {host: h#, rack: r}}, set: {rack: r#}}",
                "enrich    | {name: e#, match: {measurement: cpu, tags: {host: h#}}, drop: [t]}",
                "convert   | {name: c#, match: {measurement: m#}, field: f, scale: 2}",
                "derive    | {name: d#, match: {measurement: m#}, field: f, function: rate}",
                "derive    | {name: d#, match: {measurement: cpu, tags: {host: h#}}, field: f, function: rate}",
                "derive    | {name: d#, match: {measurement: cpu}, field: f#, function: rate}",
                "derive    | {name: d#, match: {measurement: cpu, tags: {host: h#}}, field: 'f*', function: rate}",
                "aggregate | {name: a#, match: {measurement: m#}, fields: [f], functions: [mean], window: 10s}",
                "aggregate | {name: a#, match: {measurement: cpu, tags: {host: h#}}, fields: [f], functions: [mean], window: 10s}",
                "aggregate | {name: a#, match: {measurement: 'm#_*'}, fields: ['f*'], functions: [mean], window: 10s}",
                "aggregate | {name: a#, match: {measurement: [m#_10s, 'n#_*']}, fields: [f], functions: [mean], window: 10s}",
                "aggregate | {name: a#, match: {measurement: m#}, by: [rack], fields: [f], functions: [mean], window: 10s}",
                "correlate | {name: c#, window: 10s, by: [rack], fields: {x: a}, let: {a: {measurement: m#, field: f, function: sum}}}",
                "peers     | {name: p#, match: {measurement: m#}, by: [rack], field: f, window: 10s}",
                "alarms    | {name: a#, match: {measurement: m#}, field: f, major: {above: 1}}",
                "alarms    | {name: a#, match: {measurement: m#}, field: f, peers: {by: [rack], mad: 6}}",
                "alarms    | {name: a#, match: {measurement: m#}, absent: 30s, by: [host]}",
            })
    void growsWithTheRulesOfAKind(String kind, String rule) {
        assertGrowth(number -> file(kind, rule, number));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                AGGREGATE
                        + "measurement: m#}} | alarms | {name: l#, match: {measurement: m#_10s}, field: f_max, major: {above: 1}}",
                AGGREGATE
                        + "measurement: m#}} | alarms | {name: l#, match: {measurement: m#_10s}, field: g, major: {above: 1}}",
                AGGREGATE + "measurement: m#}} | route | {match: {measurement: m#_10s}, to: [live]}",
                AGGREGATE + "measurement: m#}} | route | {match: {measurement: m#_10s}, to: []}",
                AGGREGATE + "measurement: m#}} | route | {match: {measurement: 'm#*'}, to: []}",
                AGGREGATE + "measurement: 'm#_*'}} | route | {match: {measurement: 'm#_x_10s'}, to: []}",
                AGGREGATE + "measurement: cpu, tags: {host: h#}}} | alarms"
                        + " | {name: l#, match: {measurement: cpu_10s, tags: {host: h#}}, field: f_max, major: {above: 1}}",
                AGGREGATE + "measurement: cpu, tags: {host: h#}}} | suppress"
                        + " | {name: s#, match: {measurement: cpu_10s, tags: {host: h#}}, field: f_max, mode: change}",
                AGGREGATE
                        + "measurement: cpu, tags: {host: h#}}} | route | {match: {measurement: cpu_10s, tags: {host: g#}}, to: []}",
                AGGREGATE
                        + "tags: {host: h#}}} | derive | {name: d#, match: {measurement: m#_10s}, field: f, function: rate}",
                "enrich | {name: e#, match: {tags: {host: h#}}, set: {rack: r#}} | alarms"
                        + " | {name: a#, match: {measurement: m, tags: {host: h#, rack: r#}}, field: f, major: {above: 1}}",
                "enrich | {name: e#, match: {measurement: m#}, drop: [rack]} | alarms"
                        + " | {name: a#, match: {measurement: m#, tags: {rack: r#}}, field: f, major: {above: 1}}",
                "suppress | {name: s#, match: {measurement: m#}, mode: change} | alarms"
                        + " | {name: a#, match: {measurement: m#}, absent: 30s, by: [host]}",
                "suppress | {name: s#, match: {measurement: m}, field: f#, mode: change} | alarms"
                        + " | {name: a#, match: {measurement: m, tags: {rack: r#}}, absent: 30s, by: [host]}",
                "suppress | {name: s#, match: {measurement: m, tags: {host: g#}}, mode: change} | alarms"
                        + " | {name: a#, match: {measurement: m, tags: {host: h#}}, absent: 30s, by: [host]}",
            })
    void growsWithTheRulesOfTwoKinds(String kind, String rule, String otherKind, String otherRule) {
        assertGrowth(number -> file(kind, rule, number / 2) + file(otherKind, otherRule, number / 2));
    }

    private static void assertGrowth(IntFunction<String> rulesOf) {
        long few = work(rulesOf.apply(RULES / 4));
        long more = work(rulesOf.apply(RULES / 2));
        long startNanos = System.nanoTime();
        long many = work(rulesOf.apply(RULES));

        assertThat(many).as("after %d and %d", few, more).isLessThan(5L * RULES);
        assertThat(more).isLessThan(2 * few + 100);
        assertThat(many).isLessThan(2 * more + 100);
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos))
                .as("seconds")
                .isLessThan(60);
    }

    /** The number of comparisons for checking the rules. */
    private static long work(String rules) {
        LocatedRules located = RuleLoader.locate(YamlSource.text("rules.yaml", "version: 1\n" + rules));
        Comparisons comparisons = new Comparisons();
        RuleChecks.findings("rules.yaml", located, comparisons);
        return comparisons.count();
    }

    /** Rules from a template with {@code #} replaced by the rule's number. */
    private static String file(String kind, String rule, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "  - " + rule.replace("#", String.valueOf(i)) + "\n")
                .collect(Collectors.joining("", kind + ":\n", ""));
    }
}
