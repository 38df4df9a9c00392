package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Unreliability;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** The alarm about records that Kafka deleted before they were read. */
class DeletedRecordsTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: silent, match: {measurement: up}, absent: 30s, by: [host]}
            """);

    @Test
    void theAlarmStaysUntilAcknowledged() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "");
            rig.tick(2_000, BatchHeaders.KAFKA, Unreliability.DELETED);
            rig.batch(3_000, "");
            rig.say(4_000, "ACKNOWLEDGE", "'alarm':'weir-intake/kafka'");
            rig.batch(5_000, "");
            assertThat(rig.events())
                    .extracting(event -> event.transition() + " " + event.to())
                    .containsExactly(
                            "weir-intake/kafka#1 UNACKNOWLEDGED",
                            "weir-intake/kafka#2 RETURNED",
                            "weir-intake/kafka#3 NORMAL");
        }
    }

    /** The record after the gap is committed; the kill comes before the next tick. */
    @Test
    void aKillBeforeTheTickKeepsTheAlarm() {
        List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "");
            changelog.addAll(rig.output(TopologyRig.CONDITIONS));
        }
        try (TopologyRig rig = at(4, changelog)) {
            rig.batch(2_000, "up,host=a v=1 1");
            changelog.addAll(rig.output(TopologyRig.CONDITIONS));
        }
        try (TopologyRig rig = at(5, changelog)) {
            rig.batch(3_000, "");
            assertThat(rig.events()).extracting(event -> event.id()).containsExactly("weir-intake/kafka");
        }
    }

    /** Each partition reports its own gap. The services write the reason in two forms. */
    @Test
    void aReportedGapRaisesOneAlarmUntilAcknowledged() {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.rejected(1_000, new Rejection("gateway", "no-field", "127.0.0.1:9", 3));
            rig.rejected(1_100, new Rejection("writer", "retention-overtook: why", "metrics.storage/0/20-49", -1));
            rig.rejected(1_200, new Rejection("writer", "retention-overtook: why", "metrics.storage/1/20-30", -1));
            rig.rejected(1_300, new Rejection("relay", "retention-overtook", "alarms.events/0/7", -1));
            assertThat(rig.events())
                    .extracting(event -> event.transition() + " " + event.to() + " " + event.severity())
                    .containsExactly(
                            "weir-intake/writer/metrics.storage#1 UNACKNOWLEDGED MAJOR",
                            "weir-intake/relay/alarms.events#1 UNACKNOWLEDGED MAJOR");
            rig.clock(3_000);
            assertThat(rig.events())
                    .extracting(event -> event.transition() + " " + event.to() + " " + event.message())
                    .containsExactlyInAnyOrder(
                            "weir-intake/writer/metrics.storage#2 RETURNED writer missed records of Kafka at"
                                    + " metrics.storage/0/20-49, see its log; all such gaps are in metrics.rejected",
                            "weir-intake/relay/alarms.events#2 RETURNED relay missed records of Kafka at"
                                    + " alarms.events/0/7, see its log; all such gaps are in metrics.rejected");
            rig.say(4_000, "ACKNOWLEDGE", "'alarm':'weir-intake/writer/metrics.storage'");
            assertThat(rig.events()).extracting(event -> event.to().name()).containsExactly("NORMAL");
        }
    }

    /** The kill comes between the raise and the next check of the intake. */
    @Test
    void aRestartClearsTheAlarmAboutAGap() {
        List<TestRecord<byte[], byte[]>> alarms = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.rejected(100, new Rejection("relay", "retention-overtook", "alarms.events/0/7-8", -1));
            alarms.addAll(rig.output(TopologyRig.ALARMS));
        }
        try (TopologyRig rig = new TopologyRig(RULES)) {
            alarms.forEach(rig::restoreAlarm);
            rig.clock(2_000);
            assertThat(rig.events())
                    .extracting(event -> event.transition() + " " + event.to())
                    .containsExactly("weir-intake/relay/alarms.events#2 RETURNED");
        }
    }

    /** Continues at this offset with the saved state. */
    private static TopologyRig at(int offset, List<TestRecord<byte[], byte[]>> changelog) {
        TopologyRig rig = new TopologyRig(RULES);
        for (int record = 0; record < offset; record++) {
            rig.batch(0, "# only moves the offset");
        }
        rig.output(TopologyRig.CONDITIONS);
        changelog.forEach(record -> rig.store().restore(record.key(), record.value()));
        return rig;
    }
}
