package io.weir.standalone.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link TopTerminalTest} reads the answers of a real dashboard. */
class DashboardReaderTest {
    private static final String OVERVIEW = """
            {"lags": [{"stage": "writer", "records": 12, "seconds": null, "hasConsumer": false},
                      {"stage": "alarming", "records": 3, "seconds": 0.5, "hasConsumer": true}],
             "services": [{"name": "dashboard", "ready": true, "detail": "running"}], "complete": true}
            """;
    private static final String NO_HOSTS = "{\"hosts\": [], \"alarms\": {}}";
    private static final String NO_ALARMS = "{\"alarms\": []}";

    @Test
    void readsLagsHostsAndAlarms() throws IOException {
        String sources = """
                {"hosts": [{"tag": "hostname", "host": "flp1", "rate": 1.5, "seenMillis": 1000},
                           {"tag": "hostname", "host": "flp2", "rate": 9, "seenMillis": 2000},
                           {"tag": "hostname", "host": "flp3", "rate": 1.5, "seenMillis": 3000}],
                 "alarms": {"flp3": {"MAJOR": 2, "MINOR": 1}}}
                """;
        AlarmEvent minor = Snapshots.alarm("b", AlarmState.UNACKNOWLEDGED, Severity.MINOR, "", 1);
        AlarmEvent normal = Snapshots.alarm("c", AlarmState.NORMAL, Severity.OK, "", 1);
        AlarmEvent major = Snapshots.alarm("d", AlarmState.UNACKNOWLEDGED, Severity.MAJOR, "", 9);
        String alarms = Stream.of(minor, normal, major)
                .map(alarm -> new String(AlarmJson.write(alarm), UTF_8))
                .collect(Collectors.joining(",", "{\"all\":true,\"alarms\":[", "]}"));

        DashboardAnswer.View view = DashboardReader.read(OVERVIEW, sources, alarms);

        assertThat(view.lags())
                .containsExactly(
                        new StageLag("writer", 12, OptionalDouble.empty(), false),
                        new StageLag("alarming", 3, OptionalDouble.of(0.5), true));
        assertThat(view.hosts())
                .containsExactly(
                        new HostRow("flp2", 9, Instant.ofEpochSecond(2), 0),
                        new HostRow("flp3", 1.5, Instant.ofEpochSecond(3), 3),
                        new HostRow("flp1", 1.5, Instant.ofEpochSecond(1), 0));
        assertThat(view.alarms()).isEqualTo(List.of(major, minor));
        assertThat(view.doubt()).isEmpty();
    }

    @Test
    void aDashboardThatIsNotReadyOrIncompleteIsInDoubt() throws IOException {
        String waiting = OVERVIEW.replace("true, \"detail\": \"running\"", "false, \"detail\": \"waits for Kafka\"");
        assertThat(DashboardReader.read(waiting, NO_HOSTS, NO_ALARMS).doubt()).isEqualTo("waits for Kafka");
        String incomplete = OVERVIEW.replace("\"complete\": true", "\"complete\": false");
        assertThat(DashboardReader.read(incomplete, NO_HOSTS, NO_ALARMS).doubt())
                .isEqualTo("the dashboard has not read all alarms yet");
    }

    @Test
    void anAnswerOfAnotherFormIsRefused() {
        assertThatThrownBy(() -> DashboardReader.read("{}", NO_HOSTS, NO_ALARMS))
                .hasMessage("the answer to /api/overview has no lags");
        assertThatThrownBy(() -> DashboardReader.read(OVERVIEW, "[]", NO_ALARMS))
                .hasMessage("the answer to /api/sources has no hosts");
        assertThatThrownBy(() -> DashboardReader.read(OVERVIEW, NO_HOSTS, "{\"alarms\": [{}]}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the answer to /api/alarms is not the JSON of AlarmEvent");
        assertThatThrownBy(() -> DashboardReader.read("<html>", NO_HOSTS, NO_ALARMS))
                .isInstanceOf(IOException.class);
    }
}
