package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.Topics;
import io.weir.contract.topic.Unreliability;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** A client that writes to {@code metrics.alarming} itself may send any header. */
class LongHeaderTest {
    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: cpu}, field: v, path: [host], minor: {above: 90}}
            """);

    @Test
    void aGatewayNameOfSeventyThousandBytesHarmsNoOneElse() {
        String gateway = "g".repeat(70_000);
        List<TestRecord<byte[], byte[]>> saved = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(RULES)) {
            rig.batch(1_000, "cpu,host=a v=95 1000000000\n", gateway);
            rig.tick(1_500, gateway, Unreliability.MISSING);
            rig.batch(2_000, "cpu,host=b v=95 2000000000\n", "other");
            assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("hot/a#1", "hot/b#1");
            saved.addAll(rig.output(TopologyRig.CONDITIONS));
        }
        assertThat(saved).isNotEmpty().allSatisfy(record -> assertThat(record.value())
                .hasSizeLessThan(Topics.MAX_RECORD_BYTES));
    }
}
