package io.weir.standalone.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.standalone.Eventually;
import io.weir.standalone.Weir;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir up} at a terminal, which {@code script} provides, until Ctrl-C. */
@Tag("long")
class UpTerminalTest {

    private static final char CTRL_C = 3;
    private static final String FLOW = "in [^|]+/s \\| processed [^|]+/s \\| stored .*";

    private final Path written;
    private final Path directory;

    UpTerminalTest(@TempDir Path directory) {
        this.directory = directory;
        this.written = directory.resolve("written");
    }

    @Test
    void theStatusStandsBelowTheLogAndLeavesNothingBehind() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is there");
        Process script = start();
        try {
            Eventually.eventually("it tells what is started", () -> written().contains("starting Kafka, "));
            Eventually.eventually("it is ready", () -> written().contains("ready      after "));
            Eventually.eventually(
                    "the status is below all else", () -> last(3).stream().anyMatch(row -> row.matches(FLOW)));

            script.getOutputStream().write(CTRL_C);
            script.getOutputStream().flush();
            assertThat(script.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            script.destroyForcibly();
        }
        assertThat(last(2))
                .satisfiesExactly(
                        stopped -> assertThat(stopped).contains("INFO  stopped after "),
                        end -> assertThat(end).isEmpty());
        assertThat(Emulator.lines(written())).noneMatch(row -> row.matches(FLOW) || row.contains("starting Kafka"));
    }

    @Test
    void whyItCannotStartIsAllThatIsLeft() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is there");
        Path kafka = Files.createDirectories(directory.resolve("data").resolve("kafka"));
        Files.writeString(kafka.resolve("meta.properties"), "version=none that Kafka ever had\n");

        Process script = start();
        assertThat(script.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();

        assertThat(script.exitValue()).isEqualTo(1);
        assertThat(written()).contains("starting Kafka");
        assertThat(Emulator.lines(written())).noneMatch(row -> row.contains("starting Kafka"));
        assertThat(last(2))
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("meta.properties is damaged"),
                        end -> assertThat(end).isEmpty());
    }

    private Process start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path options = Files.write(directory.resolve("options"), WeirProcess.options());
        // A background process of a script ignores Ctrl-C, and Java would inherit that.
        String command = "stty cols 100; exec env --default-signal=INT " + java + " @" + options + " "
                + Weir.class.getName() + " up --no-probe"
                + " --kafka-port=" + FreePorts.next() + " --kafka-controller-port=" + FreePorts.next()
                + " --store-port=" + FreePorts.next();
        ProcessBuilder builder = new ProcessBuilder("script", "-qefc", command, written.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("echo").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("CI", "NO_COLOR", "COLUMNS"));
        environment.put("TERM", "xterm");
        environment.put("WEIR_METERS_PORT", Integer.toString(FreePorts.next()));
        environment.put("WEIR_DASHBOARD_PORT", Integer.toString(FreePorts.next()));
        environment.put("WEIR_GATEWAY_UDP_PORT", Integer.toString(FreePorts.next()));
        return builder.start();
    }

    /** The output without the first and last lines, which {@code script} adds. */
    private String written() {
        try {
            String text = Files.readString(written, UTF_8);
            int end = text.indexOf("\nScript done");
            return text.substring(text.indexOf('\n') + 1, end < 0 ? text.length() : end);
        } catch (IOException e) {
            return "";
        }
    }

    private List<String> last(int count) {
        List<String> rows = Emulator.lines(written());
        return rows.subList(Math.max(0, rows.size() - count), rows.size());
    }
}
