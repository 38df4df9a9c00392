package io.weir.contract.rule.match;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmFilterTest {
    private final AlarmEvent alarm = AlarmJson.readEvent("""
            {"id":"power-lost/R03/flp200","transition":"power-lost/R03/flp200#1","rule":"power-lost","ruleVersion":"1",
            "from":"NORMAL","to":"UNACKNOWLEDGED","severity":"MAJOR","value":1.0,"threshold":0.0,
            "message":"Rack R03 has no power","guidance":"","tags":{"hostname":"flp200","detector":"TPC"},
            "eventTime":"2026-11-21T20:30:54.708Z","decisionTime":"2026-11-21T20:30:54.708Z","user":null,
            "reason":null,"since":"2026-11-21T20:30:54.708Z","worst":"MAJOR","expiry":null,"command":null,
            "source":null}
            """.getBytes(UTF_8));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "power",
                "POWER",
                "r03",
                "no power",
                "flp2*",
                "power-lost/*",
                "power-lost/*/flp200",
                "hostname=flp200",
                "hostname=flp2*",
                "detector=tpc",
                "rule=power-lost",
                "state=UNACKNOWLEDGED",
                "severity=major",
                "-cpu",
                "tpc -its",
                "-hostname=flp1",
                "r?3",
                "",
                "-",
                "  "
            })
    void selects(String words) {
        assertThat(new AlarmFilter(new WordFilter(words)).test(alarm)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu",
                "-power",
                "hostname=flp",
                "hostname=",
                "power -flp200",
                "flp3*",
                "lp2*",
                "detector=ITS",
                "-detector=TPC",
                "rule=power",
                "hosts=flp200",
                "*cpu*"
            })
    void leavesOut(String words) {
        assertThat(new AlarmFilter(new WordFilter(words)).test(alarm)).isFalse();
    }
}
