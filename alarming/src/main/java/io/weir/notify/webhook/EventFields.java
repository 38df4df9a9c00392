package io.weir.notify.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The fields of a transition by their JSON names, for templates. */
final class EventFields {
    /** Field that contains the tags by key. */
    static final String TAGS = "tags";

    /** Field that contains the whole transition as JSON. */
    static final String EVENT = "event";

    /** Sample with all fields that an alarm on numbers can have. */
    static final AlarmEvent FULL = AlarmJson.readEvent("""
            {"id": "cpu-high/TPC/flp1", "transition": "cpu-high/TPC/flp1#7", "rule": "cpu-high", "ruleVersion": "9f2c1e",
             "from": "ACKNOWLEDGED", "to": "SHELVED", "severity": "MAJOR", "value": 97.3, "threshold": 95.0,
             "message": "CPU of \\"flp1\\" at 97.3 %\\n", "guidance": "docs/runbooks/cpu.md",
             "tags": {"detector": "TPC", "hostname": "flp1"}, "eventTime": "2026-11-20T10:00:00.000Z",
             "decisionTime": "2026-11-20T10:00:00.041Z", "user": "anna", "reason": "fan is being changed",
             "since": "2026-11-20T10:00:00.000Z", "worst": "MAJOR", "expiry": "2026-11-20T12:00:00.000Z", "command": "c-1",
             "source": {"topic": "alarms.commands", "partition": 0, "offset": 7},
             "raisedAt": "2026-11-20T09:58:00.000Z"}
            """.getBytes(UTF_8));

    /** Sample with only the fields that every transition has. */
    static final AlarmEvent BARE = AlarmJson.readEvent("""
            {"id": "cpu-high/flp1", "transition": "cpu-high/flp1#1", "rule": "cpu-high", "ruleVersion": "9f2c1e",
             "to": "UNACKNOWLEDGED", "severity": "MAJOR", "message": "", "guidance": "", "tags": {},
             "eventTime": "2026-11-20T10:00:00.000Z", "decisionTime": "2026-11-20T10:00:00.041Z"}
            """.getBytes(UTF_8));

    /** All field names. */
    static final Set<String> NAMES = Stream.concat(
                    Arrays.stream(AlarmEvent.class.getRecordComponents()).map(RecordComponent::getName),
                    Stream.of(EVENT))
            .collect(Collectors.toUnmodifiableSet());

    private static final ObjectMapper JSON = new ObjectMapper();

    private EventFields() {}

    /**
     * Returns the fields of a transition. Unknown fields are empty, so that templates can test for
     * them.
     */
    static Map<String, Object> of(AlarmEvent event) {
        byte[] json = AlarmJson.write(event);
        Map<String, Object> fields = new HashMap<>();
        JsonNode read = read(json);
        NAMES.forEach(name -> fields.put(name, text(read.path(name))));
        fields.put(TAGS, event.tags());
        fields.put(EVENT, new String(json, UTF_8));
        return fields;
    }

    private static JsonNode read(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("unreadable JSON that was just written", e);
        }
    }

    private static String text(JsonNode field) {
        if (field.isNull() || field.isMissingNode()) {
            return "";
        }
        return field.isContainerNode() ? field.toString() : field.asText();
    }
}
