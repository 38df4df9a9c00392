package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** State of absence after a restart that follows a correction of log time. */
class AbsenceRestartTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: silent, match: {measurement: up}, absent: 30s, by: [host]}
            """);

    private static final long YEAR = 365 * 86_400_000L;

    @Test
    void aRestartKeepsCorrectedTimes() {
        List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();
        int records = 0;
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (long millis = 1_000; millis < 60_000; millis += 1_000) {
                rig.batch(YEAR + millis, millis % 10_000 == 0 ? "up,host=a v=1 1" : "");
                records++;
            }
            rig.batch(60_000, "");
            records++;
            changelog.addAll(rig.output(TopologyRig.CONDITIONS));
            assertThat(rig.events()).isEmpty();
        }
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int moved = 0; moved < records; moved++) {
                rig.batch(0, "# only moves the offset");
            }
            changelog.forEach(record -> rig.store().restore(record.key(), record.value()));
            for (long millis = 61_000; millis < 90_000; millis += 1_000) {
                rig.batch(millis, "");
            }
            assertThat(rig.events()).isEmpty();
            rig.batch(90_000, "");
            assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("silent/a#1");
        }
    }
}
