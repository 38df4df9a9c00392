package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A whole farm raises its alarms within a second: none is lost, each is reported in order, and all
 * state is dropped in the end.
 */
class AvalancheTest {

    private static final int ALARMS = Boolean.getBoolean("weir.test.long") ? 50_000 : 10_000;
    private static final int LINES_PER_RECORD = 1_000;

    /** After the expiry of normal alarms and series. */
    private static final long MUCH_LATER = 30L * 24 * 3_600_000;

    @Test
    void manyAlarmsAreReportedInOrderAndForgotten() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50}, major: {above: 80}}
                """))) {
            Map<String, List<AlarmState>> reported = new HashMap<>();
            Map<String, Integer> numbers = new HashMap<>();
            long millis = 1_000_000;
            for (int value : new int[] {60, 90, 20}) {
                millis += 1_000;
                second(millis, value, rig);
                for (AlarmEvent event : rig.events()) {
                    reported.computeIfAbsent(event.id(), unseen -> new ArrayList<>())
                            .add(event.to());
                    int number = numbers.merge(event.id(), 1, Integer::sum);
                    assertThat(event.transition()).isEqualTo(event.id() + "#" + number);
                }
            }
            assertThat(reported).hasSize(ALARMS);
            assertThat(reported.values())
                    .containsOnly(List.of(AlarmState.UNACKNOWLEDGED, AlarmState.UNACKNOWLEDGED, AlarmState.NORMAL));

            rig.clock(MUCH_LATER);
            for (int second = 0; second < 6; second++) {
                rig.batch(MUCH_LATER + second * 1_000L, ""); // Each call forgets a part.
            }
            assertThat(rig.count("weir.alarming.alarms.expired")).isEqualTo(ALARMS);
            assertThat(rig.meters.get("weir.alarming.series").gauge().value()).isZero();
        }
    }

    private static void second(long millis, int value, TopologyRig rig) {
        StringBuilder lines = new StringBuilder();
        for (int alarm = 0; alarm < ALARMS; alarm++) {
            lines.append("temp,host=h%d c=%d %d\n".formatted(alarm, value, millis * 1_000_000 + alarm));
            if (alarm % LINES_PER_RECORD == LINES_PER_RECORD - 1) {
                rig.batch(millis, lines.toString());
                lines.setLength(0);
            }
        }
    }
}
