package io.weir.contract.rule.metric;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.RuleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupTest {

    private static final Map<String, String> TABLES = Map.of(
            "hosts.csv",
            "hostname,rack,detector\nflp1,A1,TPC\nflp2,A2,\n",
            "hosts.yaml",
            "flp1: {rack: A1, detector: TPC}\nflp2: {rack: A2}\n",
            "slots.yaml",
            "- {rack: A1, slot: 3, host: flp1}\n- {rack: A1, slot: 4, host: flp2}\n",
            "bad.csv",
            "hostname,rack\nflp1,A1\nflp1,A2\n,A3\nflp2,\"a\nb\"\nflp3\n",
            "empty.csv",
            "");

    private final List<EnrichRule> missed = new ArrayList<>();

    @Test
    void theRowOfATagAddsTags() {
        EnrichRule rule = rule("{file: hosts.csv, by: hostname, add: [rack, detector]}");

        assertThat(after(rule, Map.of("hostname", "flp1", "rack", "?")))
                .isEqualTo(Map.of("hostname", "flp1", "rack", "A1", "detector", "TPC"));
        assertThat(after(rule, Map.of("hostname", "flp2", "detector", "ITS")))
                .as("an empty cell says nothing")
                .isEqualTo(Map.of("hostname", "flp2", "rack", "A2", "detector", "ITS"));
        assertThat(missed).isEmpty();
    }

    @Test
    void columnsMayHaveOtherNamesThanTags() {
        EnrichRule rule = rule("{file: hosts.csv, by: {host: hostname}, add: {location: rack}}");

        assertThat(after(rule, Map.of("host", "flp1"))).isEqualTo(Map.of("host", "flp1", "location", "A1"));
    }

    @Test
    void theKeysOfAMappingNeedNoName() {
        EnrichRule rule = rule("{file: hosts.yaml, by: hostname, add: detector}");

        assertThat(after(rule, Map.of("hostname", "flp1"))).isEqualTo(Map.of("hostname", "flp1", "detector", "TPC"));
    }

    @Test
    void severalTagsFindARowTogether() {
        EnrichRule rule = rule("{file: slots.yaml, by: [slot, rack], add: host}");

        assertThat(after(rule, Map.of("rack", "A1", "slot", "4"))).containsEntry("host", "flp2");
        assertThat(after(rule, Map.of("rack", "A1", "slot", "5"))).doesNotContainKey("host");
        assertThat(after(rule, Map.of("rack", "A1"))).doesNotContainKey("host");
        assertThat(missed).containsExactly(rule, rule);
    }

    @Test
    void looksUpAfterRenamingAndBeforeSetting() {
        EnrichRule rule = rule(
                "{file: hosts.csv, by: hostname, add: [rack, detector]}, rename: {host: hostname}, set: {rack: B}, drop: [host]");

        assertThat(after(rule, Map.of("host", "flp1")))
                .isEqualTo(Map.of("hostname", "flp1", "rack", "B", "detector", "TPC"));
    }

    @Test
    void reportsAllMistakesOfATableOnce() {
        assertThat(mistakes(
                        "{file: bad.csv, by: hostname, add: rack}",
                        "{file: bad.csv, by: hostname, add: rack}",
                        "{file: empty.csv, by: hostname, add: rack}"))
                .containsExactly(
                        "bad.csv:3: hostname: is \"flp1\", as in line 2; keep one of them",
                        "bad.csv:4: hostname: is empty, but selects the row",
                        "bad.csv:5: rack: value must not be empty, contain a newline or end with a backslash, was \"a\uFFFDb\"",
                        "bad.csv:7: has 1 cell, but the first line names 2; a cell with a comma in it needs quotes",
                        "empty.csv: is empty; the first line names the columns");
    }

    @Test
    void reportsMissingTablesAndColumns() {
        assertThat(mistakes(
                        "{file: hosts.csv, by: hostnme, add: [rack, site]}",
                        "{file: gone.csv, by: hostname, add: rack}",
                        "{by: [], add: {}}",
                        "{file: \"\", by: hostname, add: [[rack]]}"))
                .containsExactly(
                        "rules.yaml:3: enrich[0].lookup.by: hosts.csv has no column \"hostnme\"; did you mean \"hostname\"?",
                        "rules.yaml:3: enrich[0].lookup.add: hosts.csv has no column \"site\"; known: hostname, rack, detector",
                        "rules.yaml:4: enrich[1].lookup.file: does not exist; looked for gone.csv",
                        "rules.yaml:5: enrich[2].lookup.file: is missing; write a text: file of the table, relative to this file",
                        "rules.yaml:6: enrich[3].lookup.file: must be the path of a file, of at most 200 characters;"
                                + " such as hosts.csv",
                        "rules.yaml:6: enrich[3].lookup.add[0]: must be a name, was a list");
    }

    @Test
    void aVersionNamesTheContentOfTheTablesToo(@TempDir Path folder) throws IOException {
        Path file =
                Files.writeString(folder.resolve("rules.yaml"), rules("{file: t/hosts.csv, by: hostname, add: rack}"));
        Path table = Files.createDirectory(folder.resolve("t")).resolve("hosts.csv");
        Files.writeString(table, "hostname,rack\nflp1,A1\n");
        RuleText before = RuleText.read(file);
        Files.writeString(table, "hostname,rack\nflp1,A2\n");
        RuleText after = RuleText.read(file);

        assertThat(before.tables()).containsOnlyKeys("t/hosts.csv");
        assertThat(before.rules().version())
                .matches("[0-9a-f]{12}")
                .isNotEqualTo(after.rules().version());
        assertThat(after(after.rules().enrich().get(0), Map.of("hostname", "flp1")))
                .containsEntry("rack", "A2");

        Files.writeString(table, "hostname\nflp1\n");
        assertThat(catchThrowableOfType(MistakesException.class, () -> RuleText.read(file)))
                .hasMessage(file + ":3: enrich[0].lookup.add: " + table + " has no column \"rack\"; known: hostname");
    }

    @Test
    void findsAHundredThousandRows() {
        StringBuilder text = new StringBuilder("hostname,rack\n");
        for (int host = 0; host < 100_000; host++) {
            text.append("flp").append(host).append(",R").append(host / 40).append('\n');
        }
        RuleFile rules = RuleLoader.parse(
                "rules.yaml", rules("{file: many.csv, by: hostname, add: rack}"), name -> text.toString()
                        .getBytes(UTF_8));
        EnrichRule rule = rules.enrich().get(0);

        for (int host = 0; host < 100_000; host += 777) {
            assertThat(after(rule, Map.of("hostname", "flp" + host))).containsEntry("rack", "R" + host / 40);
        }
    }

    private Map<String, String> after(EnrichRule rule, Map<String, String> tags) {
        return rule.apply(new TreeMap<>(tags), state -> "", missed::add);
    }

    private static EnrichRule rule(String lookup) {
        return parse(rules(lookup)).enrich().get(0);
    }

    private static List<String> mistakes(String... lookups) {
        MistakesException thrown = catchThrowableOfType(MistakesException.class, () -> parse(rules(lookups)));
        return thrown.mistakes().stream().map(Object::toString).toList();
    }

    private static RuleFile parse(String text) {
        return RuleLoader.parse("rules.yaml", text, name -> {
            String table = TABLES.get(name);
            if (table == null) {
                throw new Refusal("does not exist", "looked for " + name);
            }
            return table.getBytes(UTF_8);
        });
    }

    private static String rules(String... lookups) {
        StringBuilder text = new StringBuilder("version: 1\nenrich:\n");
        for (int i = 0; i < lookups.length; i++) {
            text.append("  - {name: r")
                    .append(i)
                    .append(", match: {measurement: \"*\"}, lookup: ")
                    .append(lookups[i])
                    .append("}\n");
        }
        return text.toString();
    }
}
