package io.weir.standalone.top;

import static io.weir.standalone.Eventually.eventually;
import static io.weir.standalone.top.Snapshots.alarm;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.top.ViewState.Panel;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir top} while a farm has 10 000 alarms. */
@Tag("nightly")
class TopFloodTest {
    private static final int ALARMS = 10_000;
    private static final int FRAMES = 101;
    private static final int ROWS = 30;
    private static final String RULES = """
            version: 1
            alarms:
              - name: hot
                match: {measurement: cpu}
                path: [hostname]
                field: usage
                minor: {above: 80, clear: 70}
                major: {above: 90, clear: 80}
                message: "CPU of {hostname} at {value} %"
            """;

    /** Prints the time from a key to the lines of the next screen, with and without a filter. */
    @Test
    void aFrameHasOnlyTheLinesAroundTheCursor() {
        List<AlarmEvent> alarms = IntStream.range(0, ALARMS)
                .mapToObj(i -> alarm("hot/flp" + i, AlarmState.UNACKNOWLEDGED, Severity.MINOR, "CPU of flp" + i, i))
                .toList();
        Snapshot snapshot = Snapshots.of(List.of(), List.of(), Snapshots.view(List.of(), alarms));
        for (String filter : List.of("", "flp1")) {
            ViewState state = new ViewState(Panel.ALARMS, Cursor.TOP, filter, Optional.empty(), false, false);
            List<Long> nanos = new ArrayList<>();
            for (int frame = 0; frame < FRAMES; frame++) {
                long begin = System.nanoTime();
                List<String> entries = Screen.entries(snapshot, state);
                Cursor there = state.cursor().moved(entries.size() / FRAMES, entries);
                state = new ViewState(Panel.ALARMS, there, filter, Optional.empty(), false, false).in(entries);
                List<AttributedString> lines = new Screen(120, ROWS, true).live(snapshot, state);
                nanos.add(System.nanoTime() - begin);

                String selected = state.cursor().entry().orElseThrow();
                assertThat(lines).hasSize(ROWS).anyMatch(line -> line.toString().contains(" " + selected + " "));
            }
            nanos.sort(null);
            System.out.printf(
                    "TopFloodTest: a frame with %d alarms and the filter '%s' takes %d ms (median), %d ms (longest)%n",
                    ALARMS,
                    filter,
                    TimeUnit.NANOSECONDS.toMillis(nanos.get(FRAMES / 2)),
                    TimeUnit.NANOSECONDS.toMillis(nanos.get(FRAMES - 1)));
        }
    }

    /** Kafka is in the process of {@code weir up}; the dashboard is in another one, and continues. */
    @Test
    void staysLiveAndKeepsTheSelectedAlarmWhenKafkaStops(@TempDir Path installed, @TempDir Path other)
            throws Exception {
        int http = FreePorts.next();
        Path rules = Files.writeString(installed.resolve("rules.yaml"), RULES);
        UpInstallation installation = new UpInstallation(
                        installed, "--rules=" + rules, "--store-port=" + FreePorts.next())
                .with("WEIR_GATEWAY_HTTP_ENABLED", "true")
                .with("WEIR_GATEWAY_HTTP_PORT", Integer.toString(http));
        int page = FreePorts.next();
        int meters = FreePorts.next();
        Map<String, String> environment = Map.of(
                "WEIR_KAFKA_BOOTSTRAP", installation.bootstrap(),
                "WEIR_METERS_PORT", Integer.toString(meters),
                "WEIR_DASHBOARD_PORT", Integer.toString(page));
        try (WeirProcess up = installation.start();
                WeirProcess dashboard = WeirProcess.start(other, environment, "dashboard");
                TopTerminal terminal = TopTerminal.start(installed, 100, ROWS, page)) {
            dashboard.awaitOutput("meters and health at");
            post(
                    http,
                    IntStream.range(0, ALARMS)
                            .mapToObj(i -> "cpu,hostname=flp" + i + " usage=85")
                            .collect(Collectors.joining("\n")));
            terminal.top("", installation.metersPort(), meters);
            terminal.await("ALARMS  10000 minor; 10000 not acknowledged");

            terminal.type("a");
            terminal.await("weir alarms explain shows why");
            String first = selected(terminal);
            terminal.press("PageDown");
            eventually("another alarm is selected", () -> !selected(terminal).equals(first));
            String selected = selected(terminal);
            post(http, "cpu,hostname=worst usage=99");
            terminal.await("ALARMS  1 major, 10000 minor; 10001 not acknowledged");
            assertThat(selected(terminal)).startsWith("hot/flp").isEqualTo(selected);

            up.suspend();
            terminal.await("  may be old: dashboard: Kafka does not answer: no response for .*");
            assertThat(selected(terminal)).isEqualTo(selected);
            terminal.press("Down");
            eventually("a key moves the cursor", () -> !selected(terminal).equals(selected));
            terminal.type("a");
            terminal.await("dashboard +" + meters + " .* not ready");
            terminal.await(" +no answer in time; answered .* ago");

            up.resume();
            terminal.await("dashboard +" + meters + " .* running.*");
            terminal.type("q");
            terminal.assertRestored(0);
        }
    }

    /** The id above the value and the guidance, at the end of the screen. */
    private static String selected(TopTerminal terminal) {
        List<String> lines = terminal.screen().lines().toList();
        return lines.get(ROWS - 1 - Lists.DETAIL_LINES);
    }

    private static void post(int port, String lines) throws IOException, InterruptedException {
        int status = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/write"))
                                .POST(BodyPublishers.ofString(lines))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isEqualTo(204);
    }
}
