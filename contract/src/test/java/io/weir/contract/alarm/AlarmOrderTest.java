package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmOrderTest {

    @Test
    void theMostUrgentIsFirstAndACommentMovesNoAlarm() {
        AlarmEvent old = event("old", "ACKNOWLEDGED", "MAJOR", "08:00", "");
        AlarmEvent commented = event("commented", "ACKNOWLEDGED", "MAJOR", "12:00", """
                ,"since":"2026-11-30T09:00:00Z","command":"c","comment":{"user":"anna","text":"looking at it"}""");
        AlarmEvent late = event("late", "ACKNOWLEDGED", "MAJOR", "10:00", "");
        AlarmEvent minor = event("minor", "ACKNOWLEDGED", "MINOR", "11:00", "");
        AlarmEvent waiting = event("waiting", "UNACKNOWLEDGED", "MINOR", "07:00", "");
        AlarmEvent shelved = event("shelved", "SHELVED", "MAJOR", "11:30", "");

        assertThat(List.of(old, shelved, commented, minor, late, waiting).stream()
                        .sorted(AlarmOrder.BY_URGENCY)
                        .map(AlarmEvent::id))
                .containsExactly("waiting", "late", "commented", "old", "minor", "shelved");
    }

    private static AlarmEvent event(String id, String to, String severity, String time, String more) {
        String at = "2026-11-30T" + time + ":00Z";
        return AlarmJson.readEvent(
                """
                {"id":"%s","transition":"%s#1","rule":"r","ruleVersion":"v1","from":"NORMAL","to":"%s","severity":"%s",\
                "message":"","guidance":"","tags":{},"eventTime":"%s","decisionTime":"%s"%s}""".formatted(id, id, to, severity, at, at, more).getBytes(UTF_8));
    }
}
