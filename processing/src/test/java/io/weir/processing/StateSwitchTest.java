package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The farm's state as tags; it changes at a marker in the log. */
class StateSwitchTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: run, match: {measurement: [cpu, readout, link, temp]}, state: {run_number: run}}
            aggregate:
              - {name: cpu-10s, match: {measurement: cpu}, fields: [value], functions: [sum], window: 10s, as: cpu_10s, keep-raw: true}
              - {name: per-run, match: {measurement: readout}, fields: [rate], functions: [sum], window: 10s, by: [run_number], as: total}
            suppress:
              - {name: status, match: {measurement: link}, field: status, mode: change}
              - {name: temp, match: {measurement: temp}, field: value, mode: at-most, every: 1m}
            """);

    private final TopologyRig rig = new TopologyRig(RULES);

    @Test
    void aStateAppliesToKnownSeriesAfterTheMarker() {
        rig.batch(1_000, "temp,host=a other=1 1000000000");
        rig.state(1_500, state(0, "run", "7"));
        rig.batch(2_000, "temp,host=a other=1 2000000000\ntemp,host=b other=2 2000000000\nmem other=3 2000000000");
        rig.state(2_500, state(1, "run", "8"));
        rig.batch(3_000, "temp,host=a other=1 3000000000");
        rig.state(3_500, state(2));
        rig.batch(4_000, "temp,host=a other=1 4000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "temp,host=a other=1 1000000000",
                        "temp,host=a,run_number=7 other=1 2000000000",
                        "temp,host=b,run_number=7 other=2 2000000000",
                        "mem other=3 2000000000",
                        "temp,host=a,run_number=8 other=1 3000000000",
                        "temp,host=a other=1 4000000000");
    }

    @Test
    void anEarlierOrEqualStateChangesNothing() {
        rig.state(1_000, state(5, "run", "7"));
        rig.state(1_001, state(5, "run", "7"));
        rig.state(1_002, state(4, "run", "6"));
        rig.state(1_003, state(3));
        rig.batch(2_000, "temp,host=a other=1 2000000000");

        assertThat(rig.lines(rig.topics.storage())).containsExactly("temp,host=a,run_number=7 other=1 2000000000");
    }

    @Test
    void seriesWithoutAValueAreCountedUntilItIsSet() {
        rig.batch(1_000, "temp,host=a other=1 1\ntemp,host=b other=1 1\nmem other=1 1");
        assertThat(misses()).isEqualTo(2);

        rig.state(1_500, state(0, "run", "7"));
        assertThat(misses()).isZero();

        rig.state(2_500, state(1, "beam", "pp"));
        assertThat(misses()).isEqualTo(2);
    }

    @Test
    void aMarkerIsNeitherTickNorMetric() {
        rig.tick("g", 1_000);
        rig.output(rig.topics.alarming());
        rig.state(3_600_000, state(0, "run", "7"));

        for (String topic : List.of(rig.topics.alarming(), rig.topics.storage(), rig.topics.live())) {
            assertThat(rig.output(topic)).as(topic).isEmpty();
        }
        assertThat(rig.count("weir.processing.metrics")).isZero();
        assertThat(rig.count("weir.processing.rules.switches")).isZero();
        rig.tick("g", 2_000);
        assertThat(rig.output(rig.topics.alarming()).get(0).timestamp()).isEqualTo(2_000);
    }

    @Test
    void anInvalidMarkerIsCountedAndChangesNothing() {
        rig.state(1_000, state(0, "run", "7"));
        rig.stateBytes(1_500, "1\nrun=");
        rig.batch(2_000, "temp,host=a other=1 2000000000");

        assertThat(rig.lines(rig.topics.storage())).containsExactly("temp,host=a,run_number=7 other=1 2000000000");
        assertThat(rig.meters
                        .get("weir.processing.rejected")
                        .tag("reason", "state-marker")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void anOpenWindowBelongsToTheRunInWhichItCloses() {
        rig.state(500, state(0, "run", "7"));
        rig.batch(1_000, "cpu,host=a value=1 1000000000");
        rig.state(1_500, state(1, "run", "8"));
        rig.batch(2_000, "cpu,host=a value=2 2000000000");
        rig.batch(20_000, "cpu,host=a value=4 20000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "cpu,host=a,run_number=7 value=1 1000000000",
                        "cpu,host=a,run_number=8 value=2 2000000000",
                        "cpu,host=a,run_number=8 value=4 20000000000",
                        "cpu_10s,host=a,run_number=8 value_sum=3.0 0");
        assertThat(rig.count("weir.processing.rules.windows.dropped")).isZero();
    }

    @Test
    void aGroupWindowSeparatesRuns() {
        rig.state(500, state(0, "run", "7"));
        rig.tick("g", 500);
        rig.batch(1_000, "readout,host=a rate=1 1000000000\nreadout,host=b rate=2 1000000000");
        rig.state(1_500, state(1, "run", "8"));
        rig.batch(2_000, "readout,host=a rate=4 2000000000\nreadout,host=b rate=8 2000000000");
        rig.tick("g", 60_000);

        rig.output(rig.topics.partials()).forEach(partial -> rig.partial(0, partial));
        assertThat(rig.lines(rig.topics.storage()))
                .containsExactlyInAnyOrder(
                        "total,run_number=7 rate_sum=3.0,sources=2i,held=0i,samples=2i 0",
                        "total,run_number=7 sources=0i,held=0i,samples=0i 10000000000",
                        "total,run_number=8 rate_sum=12.0,sources=2i,held=0i,samples=2i 0",
                        "total,run_number=8 rate_sum=12.0,sources=2i,held=2i,samples=0i 10000000000",
                        "total,run_number=8 sources=0i,held=0i,samples=0i 20000000000");
    }

    @Test
    void aNewRunStoresAgainAndReleasesUnderTheOldRun() {
        rig.state(500, state(0, "run", "7"));
        rig.batch(1_000, "link,port=1 status=1i 1000000000\ntemp,host=a value=20 1000000000");
        rig.batch(2_000, "link,port=1 status=1i 2000000000\ntemp,host=a value=21 2000000000");
        rig.state(2_500, state(1, "run", "8"));
        rig.batch(3_000, "link,port=1 status=1i 3000000000\ntemp,host=a value=22 3000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "link,port=1,run_number=7 status=1i 1000000000",
                        "temp,host=a,run_number=7 value=20 1000000000",
                        "temp,host=a,run_number=7 value=21 2000000000",
                        "link,port=1,run_number=8 status=1i 3000000000",
                        "temp,host=a,run_number=8 value=22 3000000000");
    }

    @Test
    void anUnrelatedStateChangesNothing() {
        rig.state(500, state(0, "run", "7"));
        rig.batch(1_000, "link,port=1 status=1i 1000000000\ntemp,host=a value=20 1000000000");
        rig.state(1_500, state(1, "run", "7", "beam", "pp"));
        rig.batch(2_000, "link,port=1 status=1i 2000000000\ntemp,host=a value=21 2000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .as("still a repeat, and held back")
                .containsExactly(
                        "link,port=1,run_number=7 status=1i 1000000000",
                        "temp,host=a,run_number=7 value=20 1000000000");
    }

    @Test
    void laterRulesSeeTheTag() {
        RuleFile rules = RuleLoader.parse("rules.yaml", """
                version: 1
                enrich:
                  - {name: run, match: {measurement: "*"}, state: {run: run-number, beam: beam}}
                  - {name: no-run, match: {measurement: "*", without: [run]}, set: {run: none}}
                route:
                  - {match: {tags: {run: none}}, to: []}
                """);
        try (TopologyRig routed = new TopologyRig(rules)) {
            routed.batch(1_000, "cpu,host=a value=1 1");
            routed.state(1_500, state(0, "run-number", "8"));
            routed.batch(2_000, "cpu,host=a value=2 2");

            assertThat(routed.lines(routed.topics.storage())).containsExactly("cpu,host=a,run=8 value=2 2");
        }
    }

    private double misses() {
        return rig.meters
                .get("weir.processing.lookup.misses")
                .tag("rule", "run")
                .gauge()
                .value();
    }

    private static FarmState state(long offset, String... namesAndValues) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new FarmState(offset, new TreeMap<>(values));
    }
}
