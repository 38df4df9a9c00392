package io.weir.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SendExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("^(?:.*\\| )?\\s*(?:\\./)?weir send(.*)$");

    @Test
    void everyExampleOfThePageIsACommand() throws IOException {
        assertThat(parsed(Files.readAllLines(Path.of("..", "docs", "send.md")).stream()
                        .filter(line -> !line.startsWith("`"))))
                .isEqualTo(9);
    }

    @Test
    void everyExampleOfTheHelpIsACommand() {
        String help = new CommandLine(new Send()).getUsageMessage();

        assertThat(help).contains("Examples:");
        assertThat(parsed(help.lines().filter(line -> line.startsWith("  ")))).isEqualTo(7);
    }

    /** Parses each example and returns their number; an unknown option throws. */
    private static int parsed(Stream<String> lines) {
        List<String> examples = lines.map(EXAMPLE::matcher)
                .filter(Matcher::matches)
                .map(example -> example.group(1).trim())
                .toList();
        for (String example : examples) {
            String[] arguments = Arrays.stream(example.split(" +"))
                    .filter(argument -> !argument.isEmpty())
                    .toArray(String[]::new);
            new CommandLine(new Send()).parseArgs(arguments);
        }
        return examples.size();
    }
}
