package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
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
