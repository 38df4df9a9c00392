package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AlarmingTopologyTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, major: {above: 80, clear: 70}}
            """);

    /**
     * Names of nodes and stores are part of a deployment: changelog topics are named after the
     * stores. If this test fails, an upgrade loses the state of the previous version unless it is
     * migrated.
     */
    @Test
    void graphMatchesTheDeployedOne() throws IOException {
        String graph = AlarmingTopology.build(
                        Rules.fixed(RuleFile.passThrough()),
                        new Topics(""),
                        1,
                        AlarmingConfig.defaults(),
                        new AlarmingMeters(new SimpleMeterRegistry()))
                .describe()
                .toString();

        assertThat(graph.strip()).isEqualTo(golden());
    }

    @Test
    void steadyMetricsSaveNoSeries() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "temp,host=a c=90 1000000000\ntemp,host=b c=21 1000000000");
            assertThat(rig.output(TopologyRig.CONDITIONS)).anyMatch(record -> record.key()[0] == 0);

            rig.batch(2_000, "temp,host=a c=91 2000000000\ntemp,host=b c=20 2000000000");
            rig.batch(3_000, "");
            assertThat(rig.output(TopologyRig.CONDITIONS))
                    .isNotEmpty()
                    .allMatch(record -> record.key()[0] != 0, "is the common state or the journal of stamps");
        }
    }

    @Test
    void aMissingTagIsADashInMessages() {
        RuleFile rules = RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, major: {above: 80}, message: "{host} in {rack}: {value}"}
                """);
        try (TopologyRig rig = new TopologyRig(rules)) {
            rig.batch(1_000, "temp,host=a c=90 1");

            assertThat(rig.events()).extracting(AlarmEvent::message).containsExactly("a in -: 90");
        }
    }

    @Test
    void valuesNotEvaluatedAreCounted() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(
                    1_000,
                    "temp c=2 11000000001\ntemp c=90 1000000000\ntemp c=1 1\ntemp c=true 1000000000\ntemp c= 1\nother c=1 1",
                    1,
                    0);
            rig.batch(1_000, "temp c=90 1000000000", 1, 0);

            assertThat(rig.count("weir.alarming.metrics")).isEqualTo(6);
            assertThat(rig.ofRule("weir.alarming.out.of.order", "hot")).isEqualTo(1);
            assertThat(rig.ofRule("weir.alarming.ahead", "hot")).isEqualTo(1);
            assertThat(rig.count("weir.alarming.not.numeric")).isEqualTo(1);
            assertThat(rig.count("weir.alarming.unreadable")).isEqualTo(1);
            assertThat(rig.count("weir.alarming.duplicates")).isEqualTo(1);
            assertThat(rig.count("weir.alarming.conditions")).isEqualTo(1);
            assertThat(rig.meters.get("weir.alarming.series").gauge().value()).isEqualTo(2);
        }
    }

    @Test
    void activeAlarmsAreCountedBySeverity() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "temp,host=a c=90 1\ntemp,host=b c=90 1");
            assertThat(active(rig, "MAJOR")).isEqualTo(2);

            rig.batch(2_000, "temp,host=a c=20 2");
            assertThat(active(rig, "MAJOR")).isEqualTo(1);
            assertThat(active(rig, "MINOR")).isZero();
        }
    }

    private static double active(TopologyRig rig, String severity) {
        return rig.meters
                .get("weir.alarming.active")
                .tag("severity", severity)
                .gauge()
                .value();
    }

    @Test
    void silentSeriesWithoutAlarmsAreForgotten() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "temp,host=a c=90 1000000000\ntemp,host=b c=20 1\ntemp,host=c c=90 1\ntemp,host=c c=20 2");
            rig.batch(4_000_000, "");
            assertThat(rig.meters.get("weir.alarming.series").gauge().value()).isEqualTo(1);

            rig.batch(4_001_000, "temp,host=a c=20 4001000000000");
            assertThat(rig.events()).hasSize(4);
        }
    }

    @Test
    void sharedIdsAreCounted() {
        RuleFile shared = RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: "*"}, field: c, path: [host], major: {above: 80, clear: 70}}
                """);
        try (TopologyRig rig = new TopologyRig(shared)) {
            rig.batch(1_000, "temp,host=a c=90 1\ntemp,host=a,core=1 c=90 1\nfan,host=a c=90 1\ntemp,host=b c=90 1");

            assertThat(rig.count("weir.alarming.shared.ids")).isEqualTo(2);
            assertThat(rig.events()).hasSize(2);
        }
    }

    /** The host gets another kernel while the alarm is raised, and thereby another series. */
    @Test
    void theSeriesThatRaisesLastOwnsTheAlarm() {
        RuleFile shared = RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: cpu}, field: c, path: [host], major: {above: 80, clear: 70}}
                """);
        try (TopologyRig rig = new TopologyRig(shared)) {
            rig.batch(1_000, "cpu,host=a,kernel=5 c=90 5000000000");
            rig.batch(2_000, "cpu,host=a,kernel=4 c=99 4000000000");
            rig.batch(3_000, "cpu,host=a,kernel=6 c=95 6000000000");
            rig.batch(4_000, "cpu,host=a,kernel=5 c=20 7000000000");
            rig.batch(5_000, "cpu,host=a,kernel=6 c=20 8000000000");

            assertThat(rig.events())
                    .extracting(event -> event.to() + " " + event.severity() + " " + event.value() + " "
                            + event.tags().get("kernel"))
                    .containsExactly("UNACKNOWLEDGED MAJOR 90.0 5", "UNACKNOWLEDGED MAJOR 95.0 6", "NORMAL OK 20.0 6");
            assertThat(rig.count("weir.alarming.shared.ids")).isEqualTo(3);
        }
    }

    private static String golden() throws IOException {
        try (InputStream in = AlarmingTopologyTest.class.getResourceAsStream("/topologies/alarming.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8).strip();
        }
    }
}
