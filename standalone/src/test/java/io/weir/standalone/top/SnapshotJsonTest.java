package io.weir.standalone.top;

import static io.weir.standalone.top.Snapshots.NOW;
import static io.weir.standalone.top.Snapshots.alarm;
import static io.weir.standalone.top.Snapshots.view;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.top.ServiceRow.State;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SnapshotJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void hasEverythingThatIsKnown() throws Exception {
        ServiceRow processing = new ServiceRow(
                OptionalInt.of(9401),
                "processing",
                State.READY,
                "running",
                OptionalDouble.of(2.5),
                OptionalDouble.empty(),
                Optional.of(new StageLag("processing", 7, OptionalDouble.of(0.5), true)));
        AlarmEvent alarm = alarm("cpu/\"a\"", AlarmState.UNACKNOWLEDGED, Severity.MAJOR, "hot", 2);
        Snapshot snapshot = Snapshots.of(
                List.of(processing),
                List.of(new LossRow("dropped", OptionalDouble.of(1), 3)),
                view(List.of(new HostRow("flp1", 4, NOW, 1)), List.of(alarm)));

        String line = SnapshotJson.line(snapshot);

        assertThat(line).doesNotContain("\n");
        assertThat(JSON.readTree(line)).isEqualTo(JSON.readTree("""
                {"time": "2026-11-28T11:49:32Z",
                 "services": [{"service": "processing", "port": 9401, "state": "READY", "health": "running",
                               "inPerSecond": 2.5, "lagRecords": 7, "lagSeconds": 0.5}],
                 "losses": [{"reason": "dropped", "total": 3, "perSecond": 1.0}],
                 "hosts": [{"host": "flp1", "perSecond": 4.0, "alarms": 1, "seen": "2026-11-28T11:49:32Z"}],
                 "alarms": {"raised": {"MAJOR": 1}, "unacknowledged": 1, "hidden": 0,
                            "urgent": [{"id": "cpu/\\"a\\"", "severity": "MAJOR", "state": "UNACKNOWLEDGED",
                                        "since": "2026-11-28T11:49:30Z", "message": "hot"}]},
                 "notes": []}
                """));
    }

    /** U+009B begins a command of some terminals. */
    @Test
    void charactersThatTerminalsObeyAreEscaped() throws Exception {
        AlarmEvent alarm = alarm("a", AlarmState.UNACKNOWLEDGED, Severity.MAJOR, "\u009b2Jü", 2);

        String line = SnapshotJson.line(Snapshots.of(List.of(), List.of(), view(List.of(), List.of(alarm))));

        assertThat(line.chars()).allMatch(c -> c >= ' ' && c <= '~');
        assertThat(JSON.readTree(line).at("/alarms/urgent/0/message").asText()).isEqualTo("\u009b2Jü");
    }

    @Test
    void saysWhyTheDashboardIsMissing() throws Exception {
        String line = SnapshotJson.line(Snapshots.of(List.of(), List.of(), new DashboardAnswer.Failure("away")));

        assertThat(JSON.readTree(line)).isEqualTo(JSON.readTree("""
                {"time": "2026-11-28T11:49:32Z", "services": [], "losses": [], "dashboard": "away", "notes": []}
                """));
    }

    @Test
    void isShortHoweverManyAlarmsAndHostsThereAre() throws Exception {
        Snapshot snapshot = Snapshots.of(
                List.of(),
                List.of(),
                view(
                        Collections.nCopies(100, new HostRow("flp1", 4, NOW, 1)),
                        Collections.nCopies(100, alarm("a", AlarmState.UNACKNOWLEDGED, Severity.MINOR, "m", 1))));

        var json = JSON.readTree(SnapshotJson.line(snapshot));

        assertThat(json.path("hosts")).hasSize(20);
        assertThat(json.at("/alarms/urgent")).hasSize(20);
        assertThat(json.at("/alarms/unacknowledged").asInt()).isEqualTo(100);
    }
}
