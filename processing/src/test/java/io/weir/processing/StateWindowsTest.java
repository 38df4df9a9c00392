package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Windows that last as long as a value of the farm; the results of a run at its end. */
class StateWindowsTest {

    private static final String RUN = "  - {name: run, match: {measurement: readout}, state: {run_number: run}}\n";
    private static final String TOTALS =
            "  - {name: totals, match: {measurement: readout}, fields: [n], functions: [sum], window: {state: run}}\n";

    @Test
    void aRunEndsWithItsTagsAtTheTimeOfTheChange() {
        try (TopologyRig rig = rig(RUN, TOTALS, "")) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout,host=a n=1i 2000000000\nreadout,host=b n=2i 2000000000");
            rig.batch(2_500, "readout,host=a n=4i 1\nreadout,host=a n=8i 1");
            assertThat(rig.lines(rig.topics.storage())).isEmpty();

            rig.state(4_000, state(1, "8", 3_900));
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "readout_run,host=a,run_number=7 n_sum=13i,seconds=3.0 3900000000",
                            "readout_run,host=b,run_number=7 n_sum=2i,seconds=3.0 3900000000");

            rig.state(5_000, state(2, "9", 4_900));
            assertThat(rig.lines(rig.topics.storage()))
                    .as("a run without values")
                    .isEmpty();
        }
    }

    @Test
    void repeatedAndInvalidMarkersEndNothing() {
        try (TopologyRig rig = rig(RUN, TOTALS, "")) {
            rig.state(1_000, state(5, "7", 900));
            rig.batch(2_000, "readout,host=a n=1i 2000000000");
            rig.state(2_500, state(5, "7", 900));
            rig.state(2_500, state(4, "6", 500));
            rig.stateBytes(2_500, "6\nrun=");
            rig.state(2_500, state(7, "7", 900));
            assertThat(rig.lines(rig.topics.storage())).isEmpty();

            rig.state(3_000, state(8, "8", 2_900));
            rig.state(3_100, state(8, "8", 2_900));
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("readout_run,host=a,run_number=7 n_sum=1i,seconds=2.0 2900000000");
        }
    }

    @Test
    void markersOfEarlierGatewaysHaveTheirOwnTime() {
        try (TopologyRig rig = rig(RUN, TOTALS, "")) {
            rig.stateBytes(1_000, "0\nrun=7");
            rig.batch(2_000, "readout,host=a n=1i 2000000000");
            rig.stateBytes(2_500, "1\nrun=7");
            rig.stateBytes(4_000, "2");

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("readout_run,host=a,run_number=7 n_sum=1i,seconds=3.0 4000000000");
        }
    }

    @Test
    void valuesOutsideARunAreStored() {
        try (TopologyRig rig = rig("", TOTALS, "")) {
            rig.batch(500, "readout,host=a n=1i,other=1 500000000");
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout,host=a n=2i,other=2 2000000000");
            rig.state(3_000, state(1, "", 2_900));
            rig.batch(4_000, "readout,host=a n=4i,other=4 4000000000");
            rig.state(5_000, state(2, "8", 4_900));
            rig.state(6_000, state(3, "", 5_900));

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "readout,host=a n=1i,other=1 500000000",
                            "readout,host=a other=2 2000000000",
                            "readout_run,host=a n_sum=2i,seconds=2.0 2900000000",
                            "readout,host=a n=4i,other=4 4000000000");
        }
    }

    @Test
    void aCounterContinuesOverRuns() {
        String counter =
                "  - {name: c, match: {measurement: readout}, fields: [n], functions: [increase], window: {state: run}}\n";
        try (TopologyRig rig = rig("", counter, "")) {
            rig.state(500, state(0, "7", 500));
            rig.batch(1_000, "readout n=10i 1000000000\nreadout n=15i 2000000000");
            rig.state(2_500, state(1, "", 2_500));
            rig.batch(3_000, "readout n=20i 3000000000");
            rig.state(3_500, state(2, "8", 3_500));
            rig.batch(4_000, "readout n=22i 4000000000\nreadout n=30i 5000000000");
            rig.state(5_500, state(3, "9", 5_500));
            rig.batch(6_000, "readout n=29i 4900000000\nreadout n=33i 6000000000");
            rig.state(6_500, state(4, "", 6_500));

            assertThat(rig.lines(rig.topics.storage()).stream().filter(line -> line.startsWith("readout_run")))
                    .as("from the last value before the run, if it is older")
                    .containsExactly(
                            "readout_run n_increase=5.0,seconds=2.0 2500000000",
                            "readout_run n_increase=10.0,seconds=2.0 5500000000",
                            "readout_run n_increase=4.0,seconds=1.0 6500000000");
        }
    }

    @Test
    void aSilentSeriesKeepsItsTotal() {
        long day = 86_400_000;
        try (TopologyRig rig = rig(RUN, TOTALS, "")) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout,host=a n=1i 2000000000\nother n=1 2000000000");
            for (long millis = 3_000; millis < 3 * day; millis += 600_000) {
                rig.tick("g", millis);
            }
            rig.state(3 * day, state(1, "", 3 * day));
            rig.tick("g", 3 * day);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "other n=1 2000000000",
                            "readout_run,host=a,run_number=7 n_sum=1i,seconds=259199.1 259200000000000");
            for (long millis = 3 * day; millis < 4 * day; millis += 600_000) {
                rig.tick("g", millis);
            }
            assertThat(rig.store().workingSet().size())
                    .as("forgotten after the run")
                    .isZero();
        }
    }

    @Test
    void suppressionContinuesOverRuns() {
        String change = "suppress:\n  - {name: s, match: {measurement: readout_run}, field: n_sum, mode: change}\n";
        try (TopologyRig rig = rig("", TOTALS, change)) {
            for (int run = 0; run < 4; run++) {
                rig.state(run * 1_000L, state(run, Integer.toString(run), run * 1_000L));
                rig.batch(run * 1_000L + 500, "readout n=%di %d".formatted(run / 2, run * 1_000_000_000L));
            }
            rig.state(4_000, state(4, "", 4_000));

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "readout_run n_sum=0i,seconds=1.0 1000000000",
                            "readout_run seconds=1.0 2000000000",
                            "readout_run n_sum=1i,seconds=1.0 3000000000",
                            "readout_run seconds=1.0 4000000000");
        }
    }

    /** Values held back under the old tags, and totals, are batches of one record. */
    @Test
    void allOutputOfAMarkerIsNumberedInSequence() {
        String atMost =
                "suppress:\n  - {name: s, match: {measurement: readout}, field: other, mode: at-most, every: 1m}\n";
        try (TopologyRig rig = rig(RUN, TOTALS, atMost)) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout n=1i,other=1 2000000000\nreadout other=2 3000000000");
            rig.output(rig.topics.storage());
            rig.state(4_000, state(1, "8", 4_000));

            List<TestRecord<byte[], byte[]>> records = rig.output(rig.topics.storage());
            assertThat(records.stream().flatMap(TopologyRig::lines))
                    .containsExactly(
                            "readout_run,run_number=7 n_sum=1i,seconds=3.1 4000000000",
                            "readout,run_number=7 other=2 3000000000");
            assertThat(records)
                    .extracting(each -> BatchHeaders.inputPart(each.headers()))
                    .containsExactly(0, 1);
        }
    }

    @Test
    void alarmsSeeTotals() {
        String alarm =
                "alarms:\n  - {name: few, match: {measurement: readout_run}, field: n_sum, path: [host], minor: {below: 5}}\n";
        try (TopologyRig rig = rig(RUN, TOTALS, alarm)) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout,host=a n=1i 2000000000");
            rig.state(4_000, state(1, "8", 4_000));

            assertThat(rig.lines(rig.topics.alarming()))
                    .containsExactly("readout_run,host=a,run_number=7 n_sum=1i,seconds=3.1 4000000000");
        }
    }

    @Test
    void anUnchangedRuleContinuesWhenRulesChange() {
        String more =
                "  - {name: more, match: {measurement: readout}, fields: [n], functions: [max], window: {state: run}, as: more}\n";
        RuleFile before = rules(RUN, TOTALS, "");
        RuleFile after = rules(RUN, TOTALS + more, "");
        RuleFile without = rules(RUN, more, "");
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after, without)))) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout n=4i 2000000000");
            rig.marker(2_100, after);
            rig.batch(2_200, "readout n=1i 2200000000");
            rig.state(4_000, state(1, "8", 3_900));
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "readout_run,run_number=7 n_sum=5i,seconds=3.0 3900000000",
                            "more,run_number=7 n_max=1i,seconds=3.0 3900000000");
            assertThat(rig.count("weir.processing.rules.windows.dropped")).isZero();

            rig.batch(4_100, "readout n=2i 4100000000");
            rig.marker(4_200, without);
            assertThat(rig.count("weir.processing.rules.windows.dropped")).isEqualTo(1);
            rig.state(5_000, state(2, "", 4_900));
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("more,run_number=8 n_max=2i,seconds=1.0 4900000000");
        }
    }

    @Test
    void aValueTooFarAheadIsInNoRun() {
        try (TopologyRig rig = rig(RUN, TOTALS, "")) {
            rig.state(1_000, state(0, "7", 900));
            rig.batch(2_000, "readout n=1i 2000000000\nreadout n=2i 99000000000\nreadout n=\"text\" 2000000000");
            rig.state(4_000, state(1, "", 3_900));

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "readout,run_number=7 n=2i 99000000000",
                            "readout,run_number=7 n=\"text\" 2000000000",
                            "readout_run,run_number=7 n_sum=1i,seconds=3.0 3900000000");
            assertThat(rig.count("weir.processing.ahead")).isEqualTo(1);
        }
    }

    private static TopologyRig rig(String enrich, String aggregate, String more) {
        return new TopologyRig(rules(enrich, aggregate, more));
    }

    private static RuleFile rules(String enrich, String aggregate, String more) {
        return RuleLoader.parse(
                "rules.yaml",
                "version: 1\n" + (enrich.isEmpty() ? "" : "enrich:\n" + enrich) + "aggregate:\n" + aggregate + more);
    }

    private static FarmState state(long offset, String run, long sinceMillis) {
        return new FarmState(
                offset,
                new TreeMap<>(run.isEmpty() ? Map.of() : Map.of("run", run)),
                new TreeMap<>(Map.of("run", sinceMillis)));
    }
}
