package io.weir.contract.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableParserTest {
    private final List<Mistake> mistakes = new ArrayList<>();

    @Test
    void readsCsv() {
        Table table = good(
                "hosts.csv",
                "\uFEFFhostname, rack ,\"note\"\r\nflp1,A1,\"a, \"\"b\"\"\"\r\n\r\n  flp2 ,,\"two\nlines\"\nflp3,C,");

        assertThat(table.columns()).containsExactly("hostname", "rack", "note");
        assertThat(table.rows())
                .containsExactly(
                        new Table.Row(2, List.of("flp1", "A1", "a, \"b\"")),
                        new Table.Row(4, List.of("flp2", "", "two\nlines")),
                        new Table.Row(6, List.of("flp3", "C", "")));
        assertThat(table.column("rack")).isEqualTo(1);
        assertThat(table.column("site")).isEqualTo(-1);
        assertThat(table.isKeyed()).isFalse();
    }

    @Test
    void readsAYamlList() {
        Table table = good("hosts.yaml", "- {hostname: flp1, rack: A1}\n- hostname: flp2\n  slot: 3\n  rack:\n");

        assertThat(table.columns()).containsExactly("hostname", "rack", "slot");
        assertThat(table.rows())
                .containsExactly(
                        new Table.Row(1, List.of("flp1", "A1", "")), new Table.Row(2, List.of("flp2", "", "3")));
    }

    @Test
    void readsAYamlMapping() {
        Table table = good("hosts.yml", "flp1: {rack: A1}\nflp2:\n  detector: TPC\n");

        assertThat(table.isKeyed()).isTrue();
        assertThat(table.columns()).containsExactly(Table.KEY, "rack", "detector");
        assertThat(table.rows())
                .containsExactly(
                        new Table.Row(1, List.of("flp1", "A1", "")), new Table.Row(2, List.of("flp2", "", "TPC")));
    }

    static List<Arguments> bad() {
        return List.of(
                Arguments.of("t.csv", "", "t.csv: is empty; the first line names the columns"),
                Arguments.of("t.csv", "a,,c\n", "t.csv:1: has no name for column 2; the first line names the columns"),
                Arguments.of("t.csv", "a,b,a\n", "t.csv:1: names column \"a\" twice; rename one of them"),
                Arguments.of("t.csv", "a,b\n1\n1,2\n\n1,2,3\n", """
                        t.csv:2: has 1 cell, but the first line names 2; a cell with a comma in it needs quotes
                        t.csv:5: has 3 cells, but the first line names 2; a cell with a comma in it needs quotes"""),
                Arguments.of("t.txt", "a", "t.txt: is not a table format that Weir reads; name it .csv, .yaml or .yml"),
                Arguments.of(
                        "t.yaml",
                        "text",
                        "t.yaml: must be a list of mappings, or a mapping of keys to mappings, was \"text\""),
                Arguments.of("t.yaml", "- 1\n- {a: [b]}\n- {a: b, a: c}\n", """
                        t.yaml:1: [0]: must be a mapping of names to texts, was "1"; such as {rack: A1}
                        t.yaml:2: [1].a: must be a text, was a list
                        t.yaml:3: [2].a: is written twice, first in line 3; keep one of them"""),
                Arguments.of("t.yaml", "flp1: {a: b}\nflp2: A1\nflp1: {a: c}\n", """
                        t.yaml:2: flp2: must be a mapping of names to texts, was "A1"; such as {rack: A1}
                        t.yaml:3: flp1: is written twice, first in line 1; keep one of them"""));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void reportsAllMistakes(String name, String text, String told) {
        Optional<Table> table = parse(name, text.getBytes(UTF_8));

        assertThat(mistakes.stream().sorted((a, b) -> a.line() - b.line()).map(Mistake::toString))
                .containsExactly(told.split("\n"));
        assertThat(table.map(Table::rows).orElse(List.of())).hasSizeLessThan(2);
    }

    @Test
    void reportsTextAfterAClosingQuote() {
        parse("t.csv", "a,b\n1,\"2\"x\n".getBytes(UTF_8));

        assertThat(mistakes).singleElement().satisfies(mistake -> assertThat(mistake.toString())
                .startsWith("t.csv:1: is followed by invalid CSV: ")
                .endsWith("; double a quote inside a quoted cell"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.csv", "t.yaml"})
    void reportsBytesThatAreNotText(String name) {
        assertThat(parse(name, new byte[] {'a', '\n', (byte) 0xff})).isEmpty();

        assertThat(mistakes)
                .extracting(Mistake::toString)
                .containsExactly(name + ":2: is not UTF-8 text; save it as UTF-8");
    }

    @Test
    void reportsTablesThatAreTooLong() {
        assertThat(parse("t.csv", ("a\n" + "1\n".repeat(500_001)).getBytes(UTF_8)))
                .isEmpty();

        assertThat(mistakes)
                .extracting(Mistake::toString)
                .containsExactly("t.csv: has more than 500000 rows; is it the right file?");
    }

    @Test
    void noGarbageThrows() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] csv = "hostname,rack\n\"flp1\",A1\nflp2,\"A\"\"2\"\n".getBytes(UTF_8);
        byte[] yaml = "- {hostname: flp1, rack: \"A1\"}\n- hostname: flp2\n  rack: |\n    A2\n".getBytes(UTF_8);
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = (round % 2 == 0 ? csv : yaml).clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            Optional<Table> table = parse(round % 2 == 0 ? "t.csv" : "t.yaml", cut);

            assertThat(table.isPresent() || !mistakes.isEmpty())
                    .as("round %d", round)
                    .isTrue();
            table.ifPresent(read -> assertThat(read.rows())
                    .allSatisfy(row -> assertThat(row.cells()).hasSameSizeAs(read.columns())));
            mistakes.clear();
        }
    }

    private Table good(String name, String text) {
        Optional<Table> table = parse(name, text.getBytes(UTF_8));
        assertThat(mistakes).isEmpty();
        return table.orElseThrow();
    }

    private Optional<Table> parse(String name, byte[] bytes) {
        return TableParser.parse(name, bytes, mistakes::add);
    }
}
