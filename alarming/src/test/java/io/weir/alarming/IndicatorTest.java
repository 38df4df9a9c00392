package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Meters of alarm handling, through the production topology. */
class IndicatorTest {

    private final TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, major: {above: 50}}
            """));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aFloodIsFromElevenToFewerThanFiveCalls() {
        for (int host = 1; host <= 10; host++) {
            value(host, "h" + host, 60);
        }
        assertThat(gauges()).isEqualTo("rate 10 flood 0 standing 10 stale 0 chattering 0");
        value(61, "h11", 60);
        assertThat(gauges()).isEqualTo("rate 11 flood 1 standing 11 stale 0 chattering 0");

        rig.clock(Duration.ofMinutes(9).toMillis());
        value(540, "h1", 20);
        assertThat(gauges()).isEqualTo("rate 11 flood 1 standing 10 stale 0 chattering 0");
        rig.clock(Duration.ofMinutes(11).toMillis());
        assertThat(gauges()).isEqualTo("rate 0 flood 0 standing 10 stale 0 chattering 0");
    }

    @Test
    void alarmsStandingForADayAreStale() {
        value(1, "a", 60);
        value(2, "b", 60);
        rig.command(
                3_000,
                "{\"id\":\"s\",\"time\":\"1970-01-01T00:00:03Z\",\"user\":\"anna\",\"operation\":\"OUT_OF_SERVICE\",\"alarm\":\"hot/b\",\"reason\":\"r\"}");
        rig.command(
                4_000,
                "{\"id\":\"a\",\"time\":\"1970-01-01T00:00:04Z\",\"user\":\"anna\",\"operation\":\"ACKNOWLEDGE\",\"alarm\":\"hot/a\"}");
        rig.clock(Duration.ofDays(1).plusSeconds(20).toMillis());

        assertThat(gauges()).isEqualTo("rate 0 flood 0 standing 1 stale 1 chattering 0");
    }

    @Test
    void aChatteringAlarmCallsTwice() {
        for (int second = 1; second <= 100; second++) {
            value(second, "a", second % 2 == 0 ? 20 : 60);
        }
        assertThat(gauges()).isEqualTo("rate 2 flood 0 standing 1 stale 0 chattering 1");
    }

    private String gauges() {
        StringBuilder all = new StringBuilder();
        for (String name : new String[] {"rate", "flood", "standing", "stale", "chattering"}) {
            long value = (long) rig.meters.get("weir.alarming." + name).gauge().value();
            all.append(' ').append(name).append(' ').append(value);
        }
        return all.substring(1);
    }

    private void value(int second, String host, int value) {
        rig.batch(second * 1_000L, "temp,host=%s c=%d %d000000000".formatted(host, value, second));
    }
}
