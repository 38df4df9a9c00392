package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.writer.testing.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in a real fish, which completes what a user typed. */
class FishCompletionTest {
    private static final Path FISH = Path.of("/usr/bin/fish");

    private final Path directory;
    private final Path script;

    FishCompletionTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        script = directory.resolve("weir.fish");
        CommandRun printed = CommandRun.of("completion", "fish");
        assertThat(printed.exit()).isZero();
        Files.writeString(script, printed.output());
        Files.createFile(directory.resolve("own-rules.yaml"));
        Files.createFile(directory.resolve("it's.conf"));
    }

    @Test
    void completesCommandsOptionsValuesAndFiles() throws Exception {
        assumeTrue(Variables.noSkips() || Files.isExecutable(FISH), "fish is installed");

        assertThat(completed("weir al")).containsExactly("alarming", "alarms");
        assertThat(completed("weir alarms ")).contains("list", "ack", "stats").doesNotContain("alarms", "plan");
        assertThat(completed("weir alarms list --se")).containsExactly("--severity");
        assertThat(completed("weir alarms list --json --st")).containsExactly("--state");
        assertThat(completed("weir alarms list --severity M")).containsExactly("MAJOR", "MINOR");
        assertThat(completed("weir state l")).containsExactly("list");
        assertThat(completed("weir up --rules own")).containsExactly("own-rules.yaml");
        assertThat(completed("weir alarms ack own")).as("an id is not a file").isEmpty();
        assertThat(completed("weir completion f")).containsExactly("fish");
        assertThat(completed("./weir --ver")).containsExactly("--version");
    }

    @Test
    void anUnknownShellIsRefused() throws Exception {
        CommandRun run = CommandRun.of("completion", "csh");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.output()).contains("SHELL must be one of bash, zsh, fish, was csh");
    }

    /** The words that fish offers, sorted, without their descriptions. */
    private List<String> completed(String typed) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process fish = new ProcessBuilder(
                        FISH.toString(), "--no-config", "-c", "source " + script + "; complete -C '" + typed + "'")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(fish.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        return Files.readString(output, UTF_8)
                .lines()
                .map(line -> line.replaceFirst("\t.*", ""))
                .sorted()
                .toList();
    }
}
