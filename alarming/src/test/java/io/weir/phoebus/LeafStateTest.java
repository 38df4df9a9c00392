package io.weir.phoebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each cell of the table in {@code docs/phoebus.md}. */
class LeafStateTest {

    @ParameterizedTest
    @CsvSource({
        "NORMAL,         OK,      OK,          OK,      OK",
        "NORMAL,         MINOR,   OK,          OK,      OK",
        "NORMAL,         MAJOR,   OK,          OK,      OK",
        "NORMAL,         INVALID, OK,          OK,      OK",
        "UNACKNOWLEDGED, OK,      OK,          OK,      OK",
        "UNACKNOWLEDGED, MINOR,   MINOR,       MINOR,   text",
        "UNACKNOWLEDGED, MAJOR,   MAJOR,       MAJOR,   text",
        "UNACKNOWLEDGED, INVALID, INVALID,     INVALID, text",
        "ACKNOWLEDGED,   OK,      OK,          OK,      OK",
        "ACKNOWLEDGED,   MINOR,   MINOR_ACK,   MINOR,   text",
        "ACKNOWLEDGED,   MAJOR,   MAJOR_ACK,   MAJOR,   text",
        "ACKNOWLEDGED,   INVALID, INVALID_ACK, INVALID, text",
        "SHELVED,        OK,      OK,          OK,      Disabled",
        "SHELVED,        MAJOR,   OK,          OK,      Disabled",
        "SUPPRESSED,     MINOR,   OK,          OK,      Disabled",
        "SUPPRESSED,     OK,      OK,          OK,      Disabled",
        "OUT_OF_SERVICE, INVALID, OK,          OK,      Disabled",
        "OUT_OF_SERVICE, OK,      OK,          OK,      Disabled",
    })
    void everyStateHasItsPhoebusSeverity(
            AlarmState state, Severity severity, PhoebusSeverity shown, PhoebusSeverity current, String message) {
        AlarmEvent alarm = Alarms.alarm(state, severity, Severity.MAJOR);
        LeafState leaf = LeafState.of(alarm);

        assertThat(leaf.severity()).isEqualTo(shown);
        assertThat(leaf.current()).isEqualTo(current);
        assertThat(leaf.message()).isEqualTo(message.equals("text") ? alarm.message() : message);
        assertThat(leaf.currentMessage()).isEqualTo(current == PhoebusSeverity.OK ? "OK" : alarm.message());
    }

    @ParameterizedTest
    @CsvSource({"OK, UNDEFINED", "MINOR, MINOR", "MAJOR, MAJOR", "INVALID, INVALID"})
    void aReturnedAlarmShowsItsWorstSeverity(Severity worst, PhoebusSeverity shown) {
        LeafState leaf = LeafState.of(Alarms.alarm(AlarmState.RETURNED, Severity.OK, worst));

        assertThat(leaf.severity()).isEqualTo(shown);
        assertThat(leaf.current()).isEqualTo(PhoebusSeverity.OK);
        assertThat(leaf.currentMessage()).isEqualTo("OK");
    }

    @ParameterizedTest
    @EnumSource
    void docsTableMatchesTheCode(AlarmState state) throws IOException {
        String row = Files.readAllLines(Path.of("..", "docs", "phoebus.md")).stream()
                .filter(line -> line.startsWith("| `" + state + "`"))
                .findFirst()
                .orElseThrow();
        List<String> cells = Arrays.stream(row.split("\\|")).map(String::strip).toList();
        for (Severity severity : Severity.values()) {
            AlarmEvent alarm = state == AlarmState.RETURNED
                    ? Alarms.alarm(state, Severity.OK, severity)
                    : Alarms.alarm(state, severity, Severity.MAJOR);
            assertThat(cells.get(2 + List.of(Severity.values()).indexOf(severity)))
                    .as("%s, %s", state, severity)
                    .isEqualTo(LeafState.of(alarm).severity().name());
        }
    }

    @Test
    void aCommentDoesNotChangeTheTime() {
        AlarmEvent alarm = Alarms.alarm(AlarmState.UNACKNOWLEDGED, Severity.MAJOR, Severity.MAJOR);
        assertThat(LeafState.of(alarm).time()).isEqualTo(alarm.eventTime());
        assertThat(LeafState.of(Alarms.withComment(alarm)).time()).isEqualTo(alarm.since());
    }

    /**
     * {@code SeverityLevel}: OK &lt; MINOR &lt; MINOR_ACK &lt; MAJOR &lt; MAJOR_ACK &lt; INVALID
     * &lt; INVALID_ACK &lt; …
     */
    @Test
    void isAnnouncedWhenLouder() {
        List<PhoebusSeverity> quietFirst = List.of(
                PhoebusSeverity.OK,
                PhoebusSeverity.MINOR,
                PhoebusSeverity.MINOR_ACK,
                PhoebusSeverity.MAJOR,
                PhoebusSeverity.MAJOR_ACK,
                PhoebusSeverity.INVALID,
                PhoebusSeverity.INVALID_ACK,
                PhoebusSeverity.UNDEFINED,
                PhoebusSeverity.UNDEFINED_ACK);
        for (PhoebusSeverity before : quietFirst) {
            for (PhoebusSeverity after : quietFirst) {
                assertThat(after.isLouderThan(before))
                        .as("%s after %s", after, before)
                        .isEqualTo(!after.name().endsWith("_ACK")
                                && quietFirst.indexOf(after) > quietFirst.indexOf(before));
            }
        }
    }
}
