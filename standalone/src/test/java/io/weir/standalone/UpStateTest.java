package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of the run, set while {@code weir up} runs. */
@Tag("long")
class UpStateTest {

    private final Path directory;
    private final UpInstallation weir;

    UpStateTest(@TempDir Path directory) {
        this.directory = directory;
        weir = new UpInstallation(directory, "--store-port=" + FreePorts.next());
    }

    @Test
    void becomesATagOfWhatIsStoredAndStaysSoOverAKill() throws Exception {
        Path rules = directory.resolve("data").resolve("rules.yaml");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, """
                version: 1
                enrich:
                  - {name: run, match: {measurement: temp}, state: {run_number: run}}
                """);
        try (WeirProcess process = weir.start()) {
            set("run=7");
            process.awaitOutput("values={run=7}");
            weir.send("temp,host=a c=90");
            weir.awaitIn("metrics.storage", "temp,host=a,run_number=7 c=90");
            process.kill();
        }
        try (WeirProcess process = weir.start()) {
            weir.send("temp,host=a c=91");
            weir.awaitIn("metrics.storage", "temp,host=a,run_number=7 c=91");

            set("run=8");
            process.awaitOutput("values={run=8}");
            weir.send("temp,host=a c=92");
            weir.awaitIn("metrics.storage", "temp,host=a,run_number=8 c=92");
            process.terminate();
            process.awaitExit();
        }
    }

    private void set(String state) {
        assertThat(Weir.commandLine().execute("state", "set", state, "--bootstrap=" + weir.bootstrap()))
                .isZero();
    }
}
