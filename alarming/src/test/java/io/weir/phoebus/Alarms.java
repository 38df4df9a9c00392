package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import org.jspecify.annotations.Nullable;

/** Alarm states as read from {@code alarms.state}, for tests. */
final class Alarms {

    static final String ID = "cpu-high/TPC/flp00017";

    private static final String TAGS = "{\"detector\":\"TPC\",\"hostname\":\"flp00017\"}";

    private Alarms() {}

    static AlarmEvent alarm(AlarmState state, Severity severity, Severity worst) {
        return alarm(ID, state, severity, worst, 97.3, "docs/runbooks/cpu.md");
    }

    static AlarmEvent alarm(String id, AlarmState state, Severity severity) {
        return alarm(id, state, severity, severity == Severity.OK ? Severity.MAJOR : severity, 97.3, "");
    }

    static AlarmEvent alarm(
            String id, AlarmState state, Severity severity, Severity worst, @Nullable Double value, String guidance) {
        String expiry = state == AlarmState.SHELVED ? "\"2026-11-20T12:00:00Z\"" : "null";
        return read("""
                {"id":"%s","transition":"%s#42","rule":"%s","ruleVersion":"9f2c1e","to":"%s","severity":"%s","value":%s,\
                "threshold":95.0,"message":"CPU of flp00017 at 97.3 %%","guidance":"%s","tags":%s,\
                "eventTime":"2026-11-20T10:00:00.123Z","decisionTime":"2026-11-20T10:00:00.200Z","user":null,"reason":null,\
                "since":"2026-11-20T10:00:05.000Z","worst":"%s","expiry":%s,"command":null,"source":null}""".formatted(
                        id, id, id.replaceFirst("/.*", ""), state, severity, value, guidance, TAGS, worst, expiry));
    }

    static AlarmEvent withoutTags(AlarmEvent alarm) {
        return read(new String(AlarmJson.write(alarm), UTF_8).replace(TAGS, "{}"));
    }

    static AlarmEvent withText(AlarmEvent alarm, String text) {
        return with(alarm, "\"text\":\"" + text + "\"");
    }

    static AlarmEvent withComment(AlarmEvent alarm) {
        return with(alarm, "\"comment\":{\"user\":\"anna\",\"text\":\"looking at it\"}");
    }

    private static AlarmEvent with(AlarmEvent alarm, String more) {
        String json = new String(AlarmJson.write(alarm), UTF_8);
        return read(json.substring(0, json.length() - 1) + "," + more + "}");
    }

    static AlarmEvent latching(AlarmEvent alarm) {
        String json = new String(AlarmJson.write(alarm), UTF_8);
        return read(json.substring(0, json.length() - 1) + ",\"latch\":true}");
    }

    private static AlarmEvent read(String json) {
        return AlarmJson.readEvent(json.getBytes(UTF_8));
    }
}
