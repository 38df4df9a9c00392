package io.weir.standalone.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AlarmOptionsTest {
    private static final AlarmEvent ALARM = AlarmJson.readEvent("""
            {"id":"cpu/flp1","transition":"cpu/flp1#1","rule":"cpu","ruleVersion":"1","to":"SHELVED","severity":"MAJOR",
            "value":1.0,"threshold":0.0,"message":"","guidance":"","tags":{},"eventTime":"2026-11-21T20:30:54.708Z",
            "decisionTime":"2026-11-21T20:30:54.708Z","user":null,"reason":null,"since":"2026-11-21T20:30:54.708Z",
            "worst":"MAJOR","expiry":null,"command":null,"source":null}
            """.getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu                                    | true",
                "--severity=MAJOR                       | true",
                "--severity=MINOR,MAJOR                 | true",
                "--severity=MINOR                       | false",
                "--severity=MINOR --severity=MAJOR      | true",
                "--state=SHELVED cpu flp1               | true",
                "--state=NORMAL,ACKNOWLEDGED            | false",
                "--severity=MAJOR --state=SHELVED disk  | false",
                "--severity=MAJOR -- -flp2              | true",
            })
    void allOptionsSelectTogether(String arguments, boolean isSelected) {
        CommandLine alarms = new CommandLine(new Alarms());
        alarms.parseArgs(("list " + arguments).split(" +"));
        CommandLine list = Objects.requireNonNull(alarms.getSubcommands().get("list"));
        AlarmOptions options =
                (AlarmOptions) Objects.requireNonNull(list.getMixins().get("options"));

        assertThat(options.selection().test(ALARM)).isEqualTo(isSelected);
    }
}
