package io.weir.standalone.top;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.standalone.CommandRun;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.Weir;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        try (Tmux terminal = terminal(100, 30)) {
            top(terminal, "");
            await(terminal, "gateway +.*/s +.*/s .* running");
            await(terminal, "processing +.*/s +.*/s +[0-9 ]+ .* running");
            await(terminal, "refused udp missing-field-value +0/s +1");
            await(terminal, "flp1 +.*/s +1 .*");
            await(terminal, "ALARMS  2 major; 2 not acknowledged");
            assertThat(terminal.colours()).contains("\033[");
            assertThat(terminal.hasCursor()).isFalse();

            terminal.type("/flp2");
            await(terminal, "ALARMS .* 1 match /flp2");
            assertThat(terminal.screen()).contains("hot/flp2").doesNotContain("hot/flp1");
            terminal.press("Enter");
            terminal.press("Escape");
            await(terminal, "MAJOR .* hot/flp1 .*");
            terminal.type("a");
            await(terminal, "value 9[79]  CPU of flp. at 9[79] %");
            terminal.press("Down");
            terminal.type("?");
            await(terminal, "/ +filter of the alarms.*");
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
            assertRestored(terminal, 0);
        }
    }

    @Test
    void ctrlCAndSigtermRestoreTheTerminal() throws Exception {
        try (Tmux terminal = terminal(80, 24)) {
            top(terminal, "");
            await(terminal, "gateway .* running");
            terminal.press("C-z");
            terminal.press("C-c");
            assertRestored(terminal, 130);

            top(terminal, "");
            await(terminal, "gateway .* running");
            long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
            assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroy)).hasValue(true);
            assertRestored(terminal, 143);
        }
    }

    @Test
    void withoutColoursItIsStillLive() throws Exception {
        try (Tmux terminal = terminal(80, 24)) {
            top(terminal, "NO_COLOR=1");
            await(terminal, "MAJOR .* hot/flp1 .*");
            assertThat(terminal.colours()).contains("\033[1m").doesNotContainPattern("\033\\[[0-9;]*3[0-7]m");
            terminal.type("q");
            assertRestored(terminal, 0);
        }
    }

    @Test
    void aDumbTerminalGetsOneScreen() throws Exception {
        try (Tmux terminal = terminal(100, 40)) {
            top(terminal, "TERM=dumb");
            await(terminal, ".*one screen follows, as of --once");
            await(terminal, "exit 0");
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
        try (Tmux terminal = terminal(100, 40)) {
            top(terminal, "", Integer.toString(port));
            await(terminal, "gateway +" + port + " .* running");
            gateway.suspend();
            await(terminal, "gateway +" + port + " .* away");
            await(terminal, " +no answer in time; answered .* ago");
            await(terminal, "processing .* running");
            gateway.resume();
            await(terminal, "gateway +" + port + " .* running");
            gateway.kill();
            await(terminal, " +nothing listens there.*; answered .* ago");
            terminal.type("q");
            assertRestored(terminal, 0);
        } finally {
            gateway.close();
        }
    }

    private Tmux terminal(int columns, int rows) throws IOException {
        assumeTrue(Tmux.isInstalled(), "tmux is installed");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path weir = Files.writeString(directory.resolve("weir"), """
                #!/bin/sh
                stty -g >before
                echo $$ >pid
                export CLASSPATH=%s
                exec %s -XX:TieredStopAtLevel=1 -Xmx512m @%s %s "$@"
                """.formatted(
                        System.getProperty("java.class.path"),
                        java,
                        Path.of("src", "main", "dist", "weir.options").toAbsolutePath(),
                        Weir.class.getName()));
        Files.setPosixFilePermissions(weir, PosixFilePermissions.fromString("rwx------"));
        return Tmux.start(directory, columns, rows);
    }

    private static void top(Tmux terminal, String variable, String... ports) {
        terminal.type("clear; echo the shell; " + variable + " ./weir top --every=300ms --dashboard=http://127.0.0.1:"
                + installation.pagePort() + " " + installation.metersPort() + " " + String.join(" ", ports)
                + "; echo exit $?; stty -g | cmp - before && echo as before");
        terminal.press("Enter");
    }

    /** The screen and the mode of the terminal are those before, and the exit code is this one. */
    private static void assertRestored(Tmux terminal, int exit) {
        await(terminal, "exit " + exit);
        await(terminal, "as before");
        assertThat(terminal.screen()).contains("the shell\n").doesNotContain("ALARMS");
        assertThat(terminal.hasCursor()).isTrue();
    }

    private static void await(Tmux terminal, String row) {
        try {
            eventually("a row is " + row, () -> terminal.screen().lines().anyMatch(line -> line.matches(row)));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; the screen shows:\n" + terminal.screen(), e);
        }
    }
}
