package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import org.junit.jupiter.api.Test;

/** Values that an aggregation cannot use, and results that are not numbers, are counted by rule. */
class AggregationCountsTest {

    private static final long SECOND_MILLIS = 1_000;

    @Test
    void nonFiniteResultsAreCountedAndNotWritten() {
        try (TopologyRig rig = rig("functions: [sum, max, rate], repeats: count")) {
            line(rig, 0, "1.7e308");
            line(rig, 0, "1.7e308");
            line(rig, 10, "1");

            assertThat(rig.lines(rig.topics.storage())).containsExactly("cpu_1s,host=a value_max=1.7E308 0");
            assertThat(undefined(rig)).isEqualTo(2);
        }
    }

    @Test
    void aWindowWithoutResultsWritesNoLine() {
        try (TopologyRig rig = rig("functions: [stddev]")) {
            line(rig, 0, "5");
            line(rig, 10, "5");

            assertThat(rig.lines(rig.topics.storage())).isEmpty();
            assertThat(undefined(rig)).isEqualTo(1);
        }
    }

    @Test
    void aLateValueIsCountedOnce() {
        try (TopologyRig rig = rig("functions: [sum], every: 100ms")) {
            line(rig, 10, "5");
            line(rig, 0, "6");
            line(rig, 7, "7");

            assertThat(rig.meters
                            .get("weir.processing.late")
                            .tag("rule", "a")
                            .counter()
                            .count())
                    .isEqualTo(2);
        }
    }

    @Test
    void textInAnAggregatedFieldIsStoredAndCounted() {
        try (TopologyRig rig = rig("functions: [sum]")) {
            line(rig, 0, "\"off\"");

            assertThat(rig.lines(rig.topics.storage())).containsExactly("cpu,host=a value=\"off\" 0");
            assertThat(rig.count("weir.processing.not.numeric")).isEqualTo(1);
        }
    }

    private static TopologyRig rig(String what) {
        return new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate: [{name: a, match: {measurement: cpu}, fields: [value], window: 1s, %s}]
                """.formatted(what)));
    }

    private static double undefined(TopologyRig rig) {
        return rig.meters
                .get("weir.processing.undefined")
                .tag("rule", "a")
                .counter()
                .count();
    }

    private static void line(TopologyRig rig, long second, String value) {
        rig.batch(second * SECOND_MILLIS, "cpu,host=a value=" + value + " " + second * SECOND_MILLIS * 1_000_000);
    }
}
