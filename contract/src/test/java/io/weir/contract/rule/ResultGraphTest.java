package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ResultGraphTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: rack, match: {measurement: fill}, set: {rack: r1}}
            derive:
              - {name: percent, match: {measurement: fill}, expression: full_mean * 100, as: percent}
            aggregate:
              - {name: cpu-1s, match: {measurement: "*"}, fields: ["*"], functions: [mean], window: 1s, grace: 2s}
              - {name: series, match: {measurement: cpu_1s}, fields: [load_mean], functions: [max], window: 10s, grace: 3s, as: series}
              - {name: fill, match: {measurement: buffer}, by: [host], fields: [full], functions: [mean], of: mean, window: 5s, grace: 1s, as: fill}
              - {name: by-rack, match: {measurement: fill, tags: {rack: "*"}}, by: [rack], fields: [full_mean, percent], functions: [max], window: 10s, grace: 0s, as: by_rack}
              - {name: unaligned, match: {measurement: fill}, by: [], fields: [full_mean], functions: [max], window: 7s, grace: 0s, as: unaligned}
              - {name: other-field, match: {measurement: fill}, by: [], fields: [full], functions: [max], window: 10s, as: other_field}
              - {name: other-tag, match: {measurement: by_rack, tags: {site: "*"}}, by: [], fields: [full_mean_max], functions: [max], window: 10s, as: other_tag}
            correlate:
              - {name: both, let: {a: {measurement: series, field: load_mean_max, function: max}, b: {measurement: by_rack, field: full_mean_max, function: max}},
                 by: [], window: 20s, grace: 0s, as: both, fields: {x: a + b}}
            alarms:
              - {name: odd, match: {measurement: by_rack}, field: full_mean_max, peers: {by: [], window: 10s, grace: 0s, mad: 6}}
            """);

    private final ResultGraph graph = ResultGraph.of(RULES);

    @Test
    void aRuleIsOneLevelAboveTheResultsThatItReads() {
        assertThat(graph.level("cpu-1s")).isEqualTo(1);
        assertThat(graph.level("fill")).isEqualTo(1);
        assertThat(graph.level("series")).as("of results of a pattern").isEqualTo(2);
        assertThat(graph.level("by-rack")).as("by a tag of an enrichment").isEqualTo(2);
        assertThat(graph.level("odd")).as("an alarm").isEqualTo(3);
        assertThat(graph.level("both")).isEqualTo(3);
        assertThat(graph.level("other-field")).isEqualTo(1);
        assertThat(graph.level("other-tag")).isEqualTo(1);
        assertThat(graph.highestLevel()).isEqualTo(3);
        assertThat(graph.highestTimedLevel()).isEqualTo(3);
    }

    /** Results beside their input, such as a mean in the same measurement, are read by no rule. */
    @Test
    void resultsInPlaceAreNotRead() {
        ResultGraph inPlace = ResultGraph.of(RuleLoader.parse("rules.yaml", """
                version: 1
                convert:
                  - {name: percent, match: {measurement: cpu}, field: "*", scale: 100}
                aggregate:
                  - {name: mean, match: {measurement: cpu}, fields: ["*"], functions: [mean], window: 1s, as: "<measurement>"}
                  - {name: any, match: {measurement: "*"}, fields: ["*"], functions: [max], window: 1s, as: "<measurement>"}
                correlate:
                  - {name: total, let: {a: {measurement: jobs, field: running, function: sum}}, by: [site], window: 1s, as: jobs, fields: {running: a}}
                """));

        assertThat(inPlace.highestLevel()).isEqualTo(1);
        assertThat(inPlace.isNamedBy(match("cpu"))).isFalse();
        assertThat(inPlace.isNamedBy(match("jobs"))).isFalse();
    }

    @Test
    void aPatternNamesNoResults() {
        assertThat(graph.isNamedBy(match("*"))).isFalse();
        assertThat(graph.isNamedBy(match("fil?"))).isFalse();
        assertThat(graph.isNamedBy(match("fill"))).isTrue();
        assertThat(graph.isNamedBy(match("buffer_1s"))).isTrue();
        assertThat(graph.isNamedBy(match("buffer"))).isFalse();
    }

    /** The last result with a timestamp in a window is made so long after the window's end. */
    @Test
    void aWindowWaitsForTheLastResult() {
        assertThat(delay("fill")).isEqualTo(Duration.ZERO);
        assertThat(delay("by-rack")).as("grace of fill").isEqualTo(Duration.ofSeconds(1));
        assertThat(delay("unaligned")).as("window and grace of fill").isEqualTo(Duration.ofSeconds(6));
        // series: closes at the first input after 10 s and 3 s of grace, which is up to 1 s later and
        // made 3 s after its timestamp. by-rack: 1 s after its end.
        assertThat(delay("both")).isEqualTo(Duration.ofSeconds(3 + 1 + 3));
    }

    private Duration delay(String rule) {
        return graph.delay(RULES.groupings().stream()
                .filter(each -> each.name().equals(rule))
                .findFirst()
                .orElseThrow());
    }

    private static Match match(String measurement) {
        return new Match(new Glob(measurement), Collections.emptySortedMap());
    }
}
