package io.weir.contract.rule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** No rule file exhausts memory or time; each of these once did. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class RuleLimitsTest {
    private static final String LOOKUP = "{name: e#, match: {measurement: m#}, lookup: ";

    @Test
    void aTableMustNotBeAPipe(@TempDir Path folder) throws IOException, InterruptedException {
        Path rules = Files.writeString(
                folder.resolve("rules.yaml"),
                "version: 1\nenrich:\n  - {name: e, match: {measurement: m}, lookup: {file: pipe.csv, by: a, add: b}}\n");
        Path pipe = folder.resolve("pipe.csv");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> RuleLoader.load(rules))
                .isInstanceOf(MistakesException.class)
                .hasMessage(rules
                        + ":3: enrich[0].lookup.file: is a pipe, a socket or a device, not a file; save its content"
                        + " in a file, and name that");
    }

    @Test
    @Tag("long")
    void rulesShareLookedUpCells() {
        String table = table(100_000);
        String same = rules("enrich", 100, i -> LOOKUP + "{file: hosts.csv, by: host, add: [a, b]}}");

        RuleFile rules = RuleLoader.parse("rules.yaml", same, name -> table.getBytes(UTF_8));

        assertThat(rules.enrich())
                .hasSize(100)
                .allMatch(rule -> rule.lookup().orElseThrow().rows()
                        == rules.enrich().get(0).lookup().orElseThrow().rows());
        String others = rules(
                "enrich",
                50,
                i -> LOOKUP + "{file: hosts.csv, by: host, add: {t: a, u" + i + ": b, v: " + (i % 2 == 0 ? "a" : "b")
                        + i + "}}}");
        assertRefused(others, wide(100_000))
                .hasMessageContaining(":28: enrich[25].lookup: is one look-up too many: with it, rules keep more than"
                        + " 10000000 cells of tables; look up the same columns in each rule, or write one rule for all"
                        + " series");
    }

    @Test
    @Tag("long")
    void tablesAreNotLargeTogether() {
        String rules = rules("enrich", 20, i -> LOOKUP + "{file: hosts#.csv, by: host, add: a}}");

        assertRefused(rules, table(200_000))
                .hasMessageContaining(
                        "rules.yaml:8: enrich[5].lookup.file: is one table too many: with it, the tables of the"
                                + " rules have more than 1000000 rows; remove rows and columns that no rule looks up");
        assertRefused(rules("enrich", 1_001, i -> LOOKUP + "{file: hosts#.csv, by: host, add: a}}"), "host,a\nh,a\n")
                .hasMessage(
                        "rules.yaml:1003: enrich[1000].lookup.file: is one table too many: the limit is 1000 tables;"
                                + " combine several tables");
    }

    @Test
    void rowsDoNotBringColumnsWithoutEnd() {
        String columns =
                IntStream.range(0, 40_000).mapToObj(i -> "- {c" + i + ": x}\n").collect(Collectors.joining());
        String rules = rules("enrich", 1, i -> LOOKUP + "{file: c.yaml, by: c0, add: c1}}");

        assertRefused(rules, columns).hasMessage("c.yaml: has more than 1000 columns; is it the right file?");
        String sparse = IntStream.range(0, 100_000)
                .mapToObj(i -> "- {c" + i % 900 + ": x}\n")
                .collect(Collectors.joining());
        assertRefused(rules, sparse).hasMessage("c.yaml: has 100000 rows of 900 columns; is it the right file?");
    }

    @Test
    void regularExpressionsAreNotLargeTogether() {
        assertRefused(rules("route", 20_000, i -> "{match: {measurement: '/m#(a{100}){90}/'}, to: []}"))
                .hasMessageStartingWith(
                        "rules.yaml:111: route[108].match.measurement: is too much: with it, the file has more"
                                + " than 1000000 characters of regular expressions, repetitions written out; write fewer of them")
                .hasMessageEndingWith("… and at least 900 more mistakes");
    }

    @Test
    void aggregationsDoNotMakeFieldsWithoutEnd() {
        String fields = IntStream.range(0, 5_000).mapToObj(i -> "f" + i).collect(Collectors.joining(", "));
        String functions = IntStream.range(1, 10_000)
                .filter(i -> i % 10 > 0)
                .mapToObj(i -> "p" + i / 1_000 + "." + String.format("%03d", i % 1_000))
                .collect(Collectors.joining(", "));

        assertRefused("version: 1\naggregate:\n  - {name: a, match: {measurement: m}, by: [h], window: 1s, fields: ["
                        + fields + "], functions: [" + functions + "]}\n")
                .hasMessage("rules.yaml:3: aggregate[0]: is too much: with it, the file has more than 500000 fields of"
                        + " aggregations, each with each of its functions; write fewer of them");
        String let = IntStream.range(0, 101)
                .mapToObj(i -> "v" + i + ": {measurement: m, field: f, function: sum}")
                .collect(Collectors.joining(", "));
        assertRefused("version: 1\ncorrelate:\n  - {name: c, window: 1s, by: [h], fields: {f: v1}, let: {" + let
                        + "}}\n")
                .hasMessage(
                        "rules.yaml:3: correlate[0].let: names 101 variables; the limit is 100; write several rules");
    }

    @Test
    void numbersHaveNotAllDigits() {
        assertRefused(rules(
                        "suppress",
                        1,
                        i -> "{name: s, match: {measurement: m}, mode: deadband, relative: '0." + "1".repeat(5_000_000)
                                + "'}"))
                .hasMessage("rules.yaml:3: suppress[0].relative: has 5000002 characters; write at most 65536");
    }

    @Test
    void listsOfTagsAreShort() {
        String tags = IntStream.range(0, 101).mapToObj(i -> "t" + i).collect(Collectors.joining(", ", "[", "]"));

        assertRefused(rules("enrich", 1, i -> "{name: e, match: {measurement: m}, drop: " + tags + "}"))
                .hasMessage("rules.yaml:3: enrich[0].drop: names 101 tags; the limit is 100; a series has fewer tags");
        assertRefused(rules("alarms", 1, i -> "{name: a, match: {measurement: m}, absent: 30s, by: " + tags + "}"))
                .hasMessage("rules.yaml:3: alarms[0].by: names 101 tags; the limit is 100; a series has fewer tags");
    }

    @Test
    void limitsTheNumberOfReportedMistakes() {
        // Each rule would conflict with each rule before it: fifty million mistakes.
        assertRefused(rules("derive", 10_000, i -> "{name: d#, match: {measurement: m}, field: f, function: rate}"))
                .hasMessageEndingWith("… and at least 900 more mistakes");
        String selectors = IntStream.range(0, 10_000)
                .mapToObj(i -> "  selector-number-" + i + ": {measurement: m}\n")
                .collect(Collectors.joining());
        assertRefused("version: 1\nselectors:\n" + selectors
                        + rules("route", 10_000, i -> "{match: selektor-number-#, to: []}")
                                .substring(11))
                .hasMessageStartingWith(
                        "rules.yaml:10004: route[0].match: no selector is named \"selektor-number-0\"; did you"
                                + " mean \"selector-number-0\"?")
                .hasMessageEndingWith("… and at least 900 more mistakes");
    }

    @Test
    void longLinesAreReadAtOnce() {
        assertRefused("version: 1\nroute: {" + "a".repeat(6_000_000) + ": 1}\n").hasMessageContaining("is not YAML");
    }

    /** Rules from a template with {@code #} replaced by the rule's number. */
    private static String rules(String kind, int number, IntFunction<String> rule) {
        return IntStream.range(0, number)
                .mapToObj(i -> "  - " + rule.apply(i).replace("#", String.valueOf(i)) + "\n")
                .collect(Collectors.joining("", "version: 1\n" + kind + ":\n", ""));
    }

    private static String table(int rows) {
        return IntStream.range(0, rows)
                .mapToObj(i -> "h" + i + ",x,y\n")
                .collect(Collectors.joining("", "host,a,b\n", ""));
    }

    /** A table with a column for each of fifty rules. */
    private static String wide(int rows) {
        String columns = IntStream.range(0, 50)
                .mapToObj(i -> (i % 2 == 0 ? "a" : "b") + i)
                .collect(Collectors.joining(",", "host,a,b,", "\n"));
        String cells = ",x".repeat(52) + "\n";
        return IntStream.range(0, rows).mapToObj(i -> "h" + i + cells).collect(Collectors.joining("", columns, ""));
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String rules) {
        return assertRefused(rules, "");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String rules, String table) {
        return assertThatThrownBy(() -> RuleLoader.parse("rules.yaml", rules, name -> table.getBytes(UTF_8)))
                .isInstanceOf(MistakesException.class);
    }
}
