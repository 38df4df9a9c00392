package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests in the documentation give the documented results. */
class DocumentedTestsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern EXAMPLE =
            Pattern.compile("```yaml\\n(.*?)```.*?```yml\\n(.*?)```\\s*```text\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern TABLE = Pattern.compile("```csv (\\S+)\n([^`]*)```");
    private static final Pattern TESTED = Pattern.compile("```yaml\\n([^`]*)```\\s*```yml\\n([^`]*)```");

    @Test
    void examplesOfThePageGiveTheShownReport(@TempDir Path directory) throws IOException {
        List<MatchResult> examples = EXAMPLE.matcher(Files.readString(DOCS.resolve("rules/testing.md")))
                .results()
                .toList();

        assertThat(examples).isNotEmpty();
        for (MatchResult example : examples) {
            Files.writeString(directory.resolve("rules.yaml"), example.group(1));
            Path file = Files.writeString(directory.resolve("rules.test.yaml"), example.group(2));
            assertThat(report(file).replace(directory + "/", "")).isEqualTo(example.group(3));
        }
    }

    /** A page on rules may show rules followed by tests, which pass. */
    @ParameterizedTest
    @ValueSource(strings = {"rules/alarms.md", "alarms/late.md"})
    void testsBehindRulesPass(String name, @TempDir Path directory) throws IOException {
        String page = Files.readString(DOCS.resolve(name));
        List<MatchResult> examples = TESTED.matcher(page).results().toList();
        for (MatchResult table : TABLE.matcher(page).results().toList()) {
            Files.writeString(directory.resolve(table.group(1)), table.group(2));
        }

        assertThat(examples).isNotEmpty();
        for (MatchResult example : examples) {
            Files.writeString(directory.resolve("rules.yaml"), example.group(1));
            Path file = Files.writeString(directory.resolve("rules.test.yaml"), example.group(2));
            assertThat(report(file)).matches("[1-9][0-9]* tests? passed\n");
        }
    }

    @Test
    void testsOfTheExampleRulesPass() {
        assertThat(report(DOCS.resolve("examples/rules.test.yaml"))).matches("[1-9][0-9]* tests? passed\n");
    }

    private static String report(Path file) {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        RulesTest.run(List.of(file), new PrintStream(told, true, UTF_8));
        return told.toString(UTF_8);
    }
}
