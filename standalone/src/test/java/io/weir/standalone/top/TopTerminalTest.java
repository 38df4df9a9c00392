package io.weir.standalone.top;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.standalone.CommandRun;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir top} in a real terminal, beside a real {@code weir up}. */
@Tag("long")
class TopTerminalTest {
    private static final String RULES = """
            version: 1
            alarms:
              - name: hot
                match: {measurement: cpu}
                path: [hostname]
                field: usage
                major: {above: 90, clear: 80}
                message: "CPU of {hostname} at {value} %"
            """;

    private static UpInstallation installation;
    private static WeirProcess up;

    private final Path directory;

    TopTerminalTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void start(@TempDir Path installed) throws IOException {
        Path rules = Files.writeString(installed.resolve("rules.yaml"), RULES);
        installation = new UpInstallation(installed, "--rules=" + rules, "--store-port=" + FreePorts.next());
        up = installation.start();
        installation.send("cpu,hostname=flp1 usage=99\ncpu,hostname=flp2 usage=97\n");
        installation.send("cpu,hostname=flp1 usage=\n");
        installation.awaitIn("alarms.state", "hot/flp1");
        installation.awaitIn("alarms.state", "hot/flp2");
    }

    @AfterAll
    static void end() {
        up.close();
    }

    @Test
    void showsTheFarmAndObeysKeys() throws Exception {
        try (TopTerminal terminal = terminal(100, 30)) {
            terminal.top("", installation.metersPort());
            terminal.await("gateway +.*/s +.*/s .* running");
            terminal.await("processing +.*/s +.*/s +[0-9 ]+ .* running");
            terminal.await("refused udp missing-field-value +0/s +1");
            terminal.await("flp1 +.*/s +1 .*");
            terminal.await("ALARMS  2 major; 2 not acknowledged");
            assertThat(terminal.colours()).contains("\033[");
            assertThat(terminal.hasCursor()).isFalse();

            terminal.type("/flp2");
            terminal.await("ALARMS .* 1 match /flp2");
            assertThat(terminal.screen()).contains("hot/flp2").doesNotContain("hot/flp1");
            terminal.press("Enter");
            terminal.press("Escape");
            terminal.await("MAJOR .* hot/flp1 .*");
            terminal.type("a");
            terminal.await("value 9[79]  CPU of flp. at 9[79] %");
            terminal.press("Down");
            terminal.type("?");
            terminal.await("/ +filter of the alarms.*");
            terminal.type("?");

            terminal.resize(60, 12);
            eventually(
                    "it fits the smaller terminal",
                    () -> terminal.screen().startsWith("weir top  ")
                            && terminal.screen().contains("\nEsc back  q quit"));
            terminal.resize(120, 40);
            eventually(
                    "it fills the larger terminal",
                    () -> terminal.screen().lines().toList().size() == 40
                            && terminal.screen().lines().toList().get(39).startsWith("Esc back  q quit"));

            terminal.type("q");
            terminal.assertRestored(0);
        }
    }

    @Test
    void ctrlCAndSigtermRestoreTheTerminal() throws Exception {
        try (TopTerminal terminal = terminal(80, 24)) {
            terminal.top("", installation.metersPort());
            terminal.await("gateway .* running");
            terminal.press("C-z");
            terminal.press("C-c");
            terminal.assertRestored(130);

            terminal.top("", installation.metersPort());
            terminal.await("gateway .* running");
            long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
            assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroy)).hasValue(true);
            terminal.assertRestored(143);
        }
    }

    @Test
    void withoutColoursItIsStillLive() throws Exception {
        try (TopTerminal terminal = terminal(80, 24)) {
            terminal.top("NO_COLOR=1", installation.metersPort());
            terminal.await("MAJOR .* hot/flp1 .*");
            assertThat(terminal.colours()).contains("\033[1m").doesNotContainPattern("\033\\[[0-9;]*3[0-7]m");
            terminal.type("q");
            terminal.assertRestored(0);
        }
    }

    @Test
    void aDumbTerminalGetsOneScreen() throws Exception {
        try (TopTerminal terminal = terminal(100, 40)) {
            terminal.top("TERM=dumb", installation.metersPort());
            terminal.await(".*one screen follows, as of --once");
            terminal.await("exit 0");
            assertThat(terminal.screen()).contains("ALARMS  2 major; 2 not acknowledged");
        }
    }

    @Test
    void jsonHasTheSame() {
        JsonNode[] line = {once()};
        eventually("all parts answer in time, so that there is no note", () -> {
            line[0] = once();
            return line[0].path("notes").isEmpty();
        });
        assertThat(line[0].at("/alarms/raised/MAJOR").asInt()).isEqualTo(2);
        assertThat(line[0].path("services"))
                .anyMatch(service -> service.path("service").asText().equals("alarming")
                        && service.path("lagRecords").isNumber());
    }

    private static JsonNode once() {
        try {
            CommandRun run = CommandRun.of(
                    "top",
                    "--once",
                    "--json",
                    "--dashboard=http://127.0.0.1:" + installation.pagePort(),
                    Integer.toString(installation.metersPort()));
            assertThat(run.exit()).as(run.output()).isZero();
            return new ObjectMapper().readTree(run.output());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServiceThatEndsIsAwayAndReturns(@TempDir Path other) throws Exception {
        Path settings = Files.writeString(other.resolve("gateway.yaml"), "udp: {port: " + FreePorts.next() + "}\n");
        int port = FreePorts.next();
        Map<String, String> environment =
                Map.of("WEIR_METERS_PORT", Integer.toString(port), "WEIR_KAFKA_BOOTSTRAP", installation.bootstrap());
        WeirProcess gateway = WeirProcess.start(other, environment, "gateway", "--config=" + settings);
        try (TopTerminal terminal = terminal(100, 40)) {
            terminal.top("", installation.metersPort(), port);
            terminal.await("gateway +" + port + " .* running");
            gateway.suspend();
            terminal.await("gateway +" + port + " .* away");
            terminal.await(" +no answer in time; answered .* ago");
            terminal.await("processing .* running");
            gateway.resume();
            terminal.await("gateway +" + port + " .* running");
            gateway.kill();
            terminal.await(" +nothing listens there.*; answered .* ago");
            terminal.type("q");
            terminal.assertRestored(0);
        } finally {
            gateway.close();
        }
    }

    private TopTerminal terminal(int columns, int rows) throws IOException {
        return TopTerminal.start(directory, columns, rows, installation.pagePort());
    }
}
