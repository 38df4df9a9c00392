package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Suppression by feed and rule in the production topology. */
class SuppressionTest {

    private static final String RULES = """
            version: 1
            aggregate:
              - {name: mean, match: {measurement: cpu}, fields: [value], functions: [mean], window: 1s, grace: 0s}
            route:
              - {match: {measurement: cpu}, to: [storage, live], live-every: 10s}
            suppress:
              - {name: stored, match: {measurement: temp}, field: "in*", mode: deadband, absolute: 1}
              - {name: shown, match: {measurement: temp}, mode: change, on: [live]}
              - {name: flat, match: {measurement: cpu_1s}, mode: deadband, relative: 50%, on: [storage, live]}
            alarms:
              - {name: hot, match: {measurement: temp}, field: inlet, major: {above: 90}}
            """;

    private final TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", RULES));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void feedsAreSuppressedSeparatelyAndAlarmsNever() {
        temperatures("20", "20.5", "20.5", "21.5");

        assertThat(rig.lines(rig.topics.storage())).containsExactly(temperature("20", 0), temperature("21.5", 3));
        assertThat(rig.lines(rig.topics.live()))
                .containsExactly(temperature("20", 0), temperature("20.5", 1), temperature("21.5", 3));
        assertThat(rig.lines(rig.topics.alarming()))
                .containsExactly(
                        temperature("20", 0), temperature("20.5", 1), temperature("20.5", 2), temperature("21.5", 3));
    }

    @Test
    void countsSuppressedValuesByRule() {
        temperatures("20", "20.5", "20.5", "21.5");
        rig.batch(1_000, "cpu,host=a load=1 1000000000\ncpu,host=a load=2 2000000000");

        assertThat(leftOutBy("stored")).isEqualTo(2);
        assertThat(leftOutBy("shown")).isEqualTo(1);
        assertThat(leftOutBy("live-every")).isEqualTo(1);
        assertThat(rig.count("weir.processing.suppressed")).isEqualTo(4);
    }

    @Test
    void suppressesResultsOfAggregation() {
        for (int second = 0; second < 5; second++) {
            rig.batch(second * 1_000L, "cpu,host=a value=%d %d000000000".formatted(4 + second, second));
        }

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly("cpu_1s,host=a value_mean=4.0 0", "cpu_1s,host=a value_mean=7.0 3000000000");
    }

    @Test
    void aLateValueRestatesTheReferenceValue() {
        temperatures("20", "20", "20");
        rig.batch(3_000, temperature("50", 1).replace("1000000000", "1500000000"));

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        temperature("20", 0), "temp,rack=1 inlet=50 1500000000", "temp,rack=1 inlet=20 1500000001");
        assertThat(rig.lines(rig.topics.alarming()))
                .endsWith("temp,rack=1 inlet=50 1500000000")
                .hasSize(4);
    }

    @Test
    void countsAValueThatIsTooLateForTheGuarantee() {
        for (int at = 0; at < 60; at++) {
            rig.batch(at * 1_000L, temperature(10 * (at / 10) + "", at));
        }
        rig.batch(60_000, temperature("99", 5));

        assertThat(rig.count("weir.processing.suppress.late")).isEqualTo(2);
        assertThat(rig.lines(rig.topics.storage())).endsWith(temperature("99", 5));
    }

    private void temperatures(String... values) {
        for (int second = 0; second < values.length; second++) {
            rig.batch(second * 1_000L, temperature(values[second], second));
        }
    }

    private static String temperature(String value, int second) {
        return "temp,rack=1 inlet=%s %s".formatted(value, second * 1_000_000_000L);
    }

    private double leftOutBy(String rule) {
        return rig.meters
                .get("weir.processing.suppressed.by.rule")
                .tag("rule", rule)
                .counter()
                .count();
    }
}
