package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Limits of group rules: budgets, late values, duplicates, changed rules, no rules. */
class GroupRulesTest {

    private static final String SUM = """
            version: 1
            aggregate:
              - {name: sums, match: {measurement: cpu}, by: [rack], fields: [value], functions: [sum], of: samples, window: 1s, grace: 0s, max-groups: 2}
            """;

    @Test
    void groupsBeyondTheLimitAreRejected() {
        try (TopologyRig rig = new TopologyRig(rules(SUM))) {
            rig.batch(100, "cpu,rack=a value=1 1\ncpu,rack=b value=2 2\ncpu,rack=c value=4 3\ncpu,rack=a value=8 4");
            rig.tick("g", 1_000);
            rig.batch(1_100, "cpu,rack=c value=16 1000000001");
            rig.tick("g", 2_000);

            assertThat(sums(rig))
                    .containsExactly("rack=a value_sum=9.0", "rack=b value_sum=2.0", "rack=c value_sum=16.0");
            assertThat(count(rig, "weir.processing.group.refused")).isEqualTo(1);
        }
    }

    @Test
    void aValueOfAClosedWindowIsLate() {
        try (TopologyRig rig = new TopologyRig(rules(SUM))) {
            rig.batch(100, "cpu,rack=a value=1 1");
            rig.tick("g", 1_000);
            rig.batch(1_100, "cpu,rack=a value=2 2");
            rig.tick("g", 5_000);

            assertThat(sums(rig)).containsExactly("rack=a value_sum=1.0");
            assertThat(count(rig, "weir.processing.late")).isEqualTo(1);
        }
    }

    /** The older values are no longer compared, but the window of one may be the next to close. */
    @Test
    void anOlderValueThanAllThatAreRememberedOpensItsWindow() {
        String rules = SUM.replace("grace: 0s", "grace: 1m");
        try (TopologyRig rig = new TopologyRig(rules(rules))) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 1_100; i++) {
                lines.append("cpu,rack=a value=1 ").append(30_000_000_000L + i).append('\n');
            }
            rig.batch(30_100, lines.toString());
            rig.batch(30_200, "cpu,rack=a value=7 5000000000");
            rig.tick("g", 40_000);
            rig.tick("g", 66_000);
            assertThat(sums(rig)).containsExactly("rack=a value_sum=7.0");

            rig.tick("g", 92_000);
            assertThat(sums(rig)).containsExactly("rack=a value_sum=1100.0");
            assertThat(count(rig, "weir.processing.repeats.unchecked")).isEqualTo(1);
        }
    }

    @Test
    void mergeSkipsDuplicatePartials() {
        try (TopologyRig partial = new TopologyRig(rules(SUM));
                TopologyRig merge = new TopologyRig(rules(SUM))) {
            partial.batch(100, "cpu,rack=a value=1 1");
            partial.tick("g", 1_000);
            List<TestRecord<byte[], byte[]>> partials = partial.output(partial.topics.partials());
            partials.forEach(record -> merge.partial(0, record));
            partials.forEach(record -> merge.partial(0, record));

            assertThat(partials).hasSize(2);
            assertThat(sums(merge)).containsExactly("rack=a value_sum=1.0");
            assertThat(merge.count("weir.processing.partials.duplicate")).isEqualTo(2);
        }
    }

    /** The clocks of the gateways were ahead, and were set back: the window had its result. */
    @Test
    void aWindowIsSentOnceAlthoughTimeGoesBack() {
        try (TopologyRig before = new TopologyRig(rules(SUM));
                TopologyRig after = new TopologyRig(rules(SUM));
                TopologyRig merge = new TopologyRig(rules(SUM))) {
            before.batch(100, "cpu,rack=a value=1 1");
            before.tick("g", 1_000);
            after.batch(0, "# moves the offset");
            after.batch(0, "# moves the offset");
            after.tick("g", 500);
            after.batch(600, "cpu,rack=a value=2 2");
            after.tick("g", 1_000);
            before.output(before.topics.partials()).forEach(record -> merge.partial(0, record));
            after.output(after.topics.partials()).forEach(record -> merge.partial(0, record));

            assertThat(sums(merge)).containsExactly("rack=a value_sum=1.0");
            assertThat(count(merge, "weir.processing.late")).isEqualTo(1);
        }
    }

    /** A store refuses a field whose type changes. */
    @Test
    void theSubstituteHasTheTypeOfTheResults() {
        try (TopologyRig rig =
                new TopologyRig(rules(SUM.replace("of: samples,", "of: last, hold: 0s, otherwise: 0,")))) {
            rig.batch(100, "cpu,rack=a value=5i 1\ncpu,rack=b value=5.5 2");
            rig.tick("g", 1_000);
            rig.tick("g", 2_000);

            assertThat(sums(rig))
                    .containsExactly(
                            "rack=a value_sum=5i",
                            "rack=b value_sum=5.5",
                            "rack=a value_sum=0i",
                            "rack=b value_sum=0.0");
        }
    }

    /** Alarming must not mistake the offset of a partial for one of metrics.raw. */
    @Test
    void resultsNamePartialsAsTheirSource() {
        try (TopologyRig rig = new TopologyRig(rules(SUM + """
                alarms:
                  - {name: full, match: {measurement: cpu_1s}, field: value_sum, major: {above: 1}}
                """))) {
            rig.batch(100, "cpu,rack=a value=1 1");
            rig.tick("g", 1_000);

            assertThat(rig.output(rig.topics.alarming()))
                    .filteredOn(record -> !BatchHeaders.isEmpty(record.value()))
                    .extracting(record -> BatchHeaders.source(record.headers()))
                    .containsExactly("partials");
        }
    }

    @Test
    void aSwitchKeepsOnlyTheWindowsOfUnchangedRules() {
        RuleFile before = rules(SUM);
        RuleFile edited = rules(SUM + "route:\n  - {match: {measurement: other}, to: []}\n");
        RuleFile changed = rules(SUM.replace("[sum]", "[sum, max]"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, edited, changed)))) {
            rig.batch(100, "cpu,rack=a value=1 1");
            rig.marker(200, edited);
            rig.batch(300, "cpu,rack=a value=2 2");
            rig.tick("g", 1_000);
            rig.batch(1_100, "cpu,rack=a value=4 1000000001");
            rig.marker(1_200, changed);
            rig.batch(1_300, "cpu,rack=a value=8 1000000002");
            rig.tick("g", 2_000);

            assertThat(sums(rig)).containsExactly("rack=a value_sum=3.0", "rack=a value_sum=8.0,value_max=8.0");
            assertThat(rig.count("weir.processing.rules.windows.dropped")).isEqualTo(1);
        }
    }

    @Test
    void tagsOfASeriesThatLeftCountInItsOpenWindows() {
        String counted = SUM.replace("by: [rack],", "by: [rack], distinct: [user],")
                + "enrich:\n  - {name: rack, match: {measurement: cpu}, set: {rack: a}}\n";
        RuleFile before = rules(counted);
        RuleFile after = rules(counted.replace("rack: a", "rack: b"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "cpu,user=ann value=1 1\ncpu,user=bob value=2 2\ncpu value=4 3");
            rig.marker(200, after);
            rig.batch(300, "cpu,user=ann value=8 4");
            rig.tick("g", 1_000);

            assertThat(sums(rig))
                    .containsExactlyInAnyOrder(
                            "rack=a value_sum=7.0,user_distinct=2i", "rack=b value_sum=8.0,user_distinct=1i");
        }
    }

    @Test
    void withoutGroupRulesOnlyTheVersionOfTheRulesIsSent() {
        try (TopologyRig rig = new TopologyRig(RuleFile.passThrough())) {
            rig.batch(100, "cpu,rack=a value=1 1");
            rig.tick("g", 1_000);
            rig.tick("g", 2_000);

            assertThat(rig.output(rig.topics.partials()))
                    .extracting(TestRecord::value)
                    .containsExactly(new byte[0]);
        }
    }

    private static RuleFile rules(String text) {
        return RuleLoader.parse("rules.yaml", text);
    }

    private static List<String> sums(TopologyRig rig) {
        return rig.lines(rig.topics.storage()).stream()
                .filter(line -> line.startsWith("cpu_1s,") && line.contains("value_sum"))
                .map(line -> line.substring("cpu_1s,".length(), line.indexOf(",sources")))
                .toList();
    }

    private static double count(TopologyRig rig, String meter) {
        return rig.meters.find(meter).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
