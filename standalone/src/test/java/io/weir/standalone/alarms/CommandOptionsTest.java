package io.weir.standalone.alarms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.Operation;
import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandOptionsTest {
    /** A glob of standard input is an id: only a user types globs. */
    @Test
    void idsComeFromArgumentsAndStandardInput() {
        assertThat(ids("cpu/flp9\n\n  cpu/flp2 \ncpu/*\n", "cpu/flp1", "-"))
                .containsExactly("cpu/*", "cpu/flp1", "cpu/flp2", "cpu/flp9");
    }

    @Test
    void standardInputIsOnlyReadOnRequest() {
        assertThat(ids("cpu/flp9\n", "cpu/flp1", "cpu/flp2")).containsExactly("cpu/flp1", "cpu/flp2");
    }

    @Test
    void emptyStandardInputIsAMistake() {
        assertThatThrownBy(() -> ids("\n", "-"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("standard input has no ids");
    }

    private static List<String> ids(String input, String... arguments) {
        return CommandLine.populateCommand(new CommandOptions(), arguments)
                .commands(
                        Operation.ACKNOWLEDGE,
                        Instant.EPOCH,
                        Optional.empty(),
                        new BufferedReader(new StringReader(input)))
                .stream()
                .map(command -> command.target().path())
                .toList();
    }
}
