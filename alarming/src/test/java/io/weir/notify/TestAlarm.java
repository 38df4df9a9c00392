package io.weir.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.time.Instant;

/** Alarms of the rule {@code cpu-high} for tests. */
public final class TestAlarm {
    private TestAlarm() {}

    /** Returns the state or the transition of a host's alarm, at a second since 1970. */
    public static AlarmEvent of(String host, AlarmState to, Severity severity, long second) {
        Instant time = Instant.ofEpochSecond(second);
        return AlarmJson.readEvent("""
                {"id": "cpu-high/%1$s", "transition": "cpu-high/%1$s#1", "rule": "cpu-high", "ruleVersion": "v1", "to": "%2$s",
                 "severity": "%3$s", "value": 97.5, "threshold": 95.0, "message": "CPU of %1$s", "guidance": "",
                 "tags": {"hostname": "%1$s"}, "eventTime": "%4$s", "decisionTime": "%4$s"}
                """.formatted(host, to, severity, time).getBytes(UTF_8));
    }
}
