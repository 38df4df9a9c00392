package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in a real bash, which completes what a user typed. */
class BashCompletionTest {
    /** Calls the function that the script registered, as bash does after a Tab. */
    private static final String COMPLETE = """
            # Only bash itself may call the real one.
            compopt() { :; }
            source weir.bash
            read -ra COMP_WORDS <<< "$1"
            case $1 in *' ') COMP_WORDS+=('');; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE=$1
            COMP_POINT=${#1}
            how=$(complete -p weir)
            function=${how#*-F }
            ${function%% *} weir "${COMP_WORDS[COMP_CWORD]}" ''
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    private final Path directory;

    BashCompletionTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        CommandRun printed = CommandRun.of("completion", "bash");
        assertThat(printed.exit()).isZero();
        Files.writeString(directory.resolve("weir.bash"), printed.output());
    }

    @Test
    void completesCommandsOptionsAndValues() throws Exception {
        assertThat(completed("weir al")).containsExactly("alarming", "alarms");
        assertThat(completed("weir alarms ")).contains("list", "ack", "stats").doesNotContain("alarms", "plan");
        assertThat(completed("weir alarms list --se")).containsExactly("--severity");
        assertThat(completed("weir alarms list --severity M")).containsExactly("MAJOR", "MINOR");
        assertThat(completed("weir state l")).containsExactly("list");
    }

    private List<String> completed(String typed) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process bash = new ProcessBuilder("bash", "--norc", "-c", COMPLETE, "bash", typed)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        return Files.readString(output, UTF_8).lines().sorted().toList();
    }
}
