package io.weir.standalone.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.RuleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedRulesTest {

    private static final String RULES = """
            version: 1
            enrich:
              - {name: one, match: {measurement: cpu}, lookup: {file: one.csv, by: host, add: rack}}
            """;
    private static final String MORE =
            RULES + "  - {name: other, match: {measurement: cpu}, lookup: {file: other.csv, by: host, add: rack}}\n";

    private final Path directory;
    private final Path file;
    private final WatchedRules watched;

    WatchedRulesTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        this.file = write("rules.yaml", RULES);
        write("one.csv", "host,rack\na,A1\n");
        watched = new WatchedRules(file, RuleText.read(file));
    }

    @Test
    void anEditedTableIsNews() throws IOException {
        assertThat(watched.poll()).isEmpty();

        write("one.csv", "host,rack\na,B1\n");

        assertThat(rack("one")).isEqualTo("B1");
        assertThat(watched.poll()).isEmpty();
    }

    @Test
    void aTableThatRulesNameOnlyNowIsWatchedFromThenOn() throws IOException {
        write("other.csv", "host,rack\na,C1\n");
        write("rules.yaml", MORE);
        assertThat(rack("other")).isEqualTo("C1");

        write("other.csv", "host,rack\na,C2\n");
        assertThat(rack("other")).isEqualTo("C2");
    }

    @Test
    void aTableThatIsMissingIsReadOnceItIsThere() throws IOException {
        write("rules.yaml", MORE);
        assertThat(watched.poll()).isEmpty();
        assertThatThrownBy(watched::poll)
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("rules.yaml:4: enrich[1].lookup.file: does not exist; looked for ");
        assertThat(watched.poll()).isEmpty();

        write("other.csv", "host,rack\na,C1\n");
        assertThat(rack("other")).isEqualTo("C1");
    }

    @Test
    void tableMistakesAreReportedOnceAndTheNextContentIsUsed() throws IOException {
        write("one.csv", "host,rack\na\n");
        assertThat(watched.poll()).isEmpty();
        assertThatThrownBy(watched::poll)
                .hasMessage(directory.resolve("one.csv")
                        + ":2: has 1 cell, but the first line names 2; a cell with a comma in it needs quotes");
        assertThat(watched.poll()).isEmpty();

        write("one.csv", "host,rack\na,B1\n");
        assertThat(rack("one")).isEqualTo("B1");
    }

    @Test
    void aTableThatIsNotNamedAnyMoreIsNoNews() throws IOException {
        write("rules.yaml", "version: 1\n");
        assertThat(lookTwice().orElseThrow().tables()).isEmpty();

        write("one.csv", "host,rack\na,B1\n");
        assertThat(lookTwice()).isEmpty();
    }

    /** The entry for host a in the table of the named rule. */
    private String rack(String rule) {
        return lookTwice().orElseThrow().rules().enrich().stream()
                .filter(each -> each.name().equals(rule))
                .findFirst()
                .flatMap(each -> each.lookup().orElseThrow().find(Map.of("host", "a")))
                .map(row -> row.get("rack"))
                .orElseThrow();
    }

    private Optional<RuleText> lookTwice() {
        assertThat(watched.poll()).isEmpty();
        return watched.poll();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
