package io.weir.query.questdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.eval.Allowance;
import io.weir.query.eval.EvaluationException;
import io.weir.query.eval.Labels;
import io.weir.query.eval.Series;
import io.weir.query.naming.PromqlNames;
import io.weir.query.promql.Matcher;
import io.weir.query.promql.Matcher.Comparison;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and values that SQL or PromQL could misread. */
class QuestDbNamesTest {
    private static final long TIME = 1_700_000_000_000L;
    private static final Allowance PLENTY = new Allowance(10_000, 10_000, Duration.ofMinutes(1));

    private static final List<String> VALUES = List.of(
            "'",
            "''",
            "a'b",
            "\"",
            "a\"b",
            "\\",
            "a\\'b",
            "'; DROP TABLE victim; --",
            "' OR ''='",
            "a;b",
            "/*",
            "--",
            "%",
            "_",
            "$1",
            ":x",
            "{x}",
            "`",
            "a\nb\tc\rd",
            "a\u0001b",
            "größe 😀 \u202e",
            "a&b=c+d%20",
            "x".repeat(3_000));

    private static final List<String> MEASUREMENTS =
            List.of("with space", "größe", "semi;colon", "dash-table", "back`tick", "U__escaped", "9lives", "select");

    private static final List<String> FIELDS = List.of("used percent", "größe", "x;y", "back`tick", "U__f", "from");

    private static final List<String> TAGS = List.of("__name__", "__field__", "host name", "semi;colon", "where", "le");

    private static EmbeddedQuestDb server;
    private static QuestDbSeries store;

    @BeforeAll
    static void start(@TempDir Path directory) {
        server = new EmbeddedQuestDb(directory).start();
        store = new QuestDbSeries(server.url().replace("questdb:", "http:"), Optional.empty());
        run("CREATE TABLE victim (timestamp TIMESTAMP_NS, host SYMBOL, value DOUBLE) TIMESTAMP(timestamp)");
        run("INSERT INTO victim VALUES ('2023-11-14T22:13:20Z', 'h', 1)");
        run("CREATE TABLE hostile (timestamp TIMESTAMP_NS, host SYMBOL, value DOUBLE) TIMESTAMP(timestamp)");
        for (int i = 0; i < VALUES.size(); i++) {
            run("INSERT INTO hostile VALUES ('2023-11-14T22:13:20Z', '"
                    + VALUES.get(i).replace("'", "''") + "', " + i + ")");
        }
        for (String measurement : MEASUREMENTS) {
            run("CREATE TABLE \"" + measurement + "\" (timestamp TIMESTAMP_NS, \"" + String.join("\" SYMBOL, \"", TAGS)
                    + "\" SYMBOL, \"" + String.join("\" DOUBLE, \"", FIELDS) + "\" DOUBLE) TIMESTAMP(timestamp)");
            run("INSERT INTO \"" + measurement + "\" VALUES ('2023-11-14T22:13:20Z'" + ", 'it''s'".repeat(TAGS.size())
                    + ", 7".repeat(FIELDS.size()) + ")");
        }
        assertThat(server.rows("SELECT count() FROM hostile").path(0).path(0).asInt())
                .isEqualTo(VALUES.size());
    }

    private static void run(String statement) {
        JsonNode answer = server.exec(statement);
        assertThat(answer.has("error")).as("%s: %s", statement, answer).isFalse();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static Matcher equal(String label, String value) {
        return new Matcher(label, Comparison.EQUALS, value);
    }

    private static List<Series> select(Matcher... matchers) {
        return store.select(List.of(matchers), TIME - 1, TIME + 1, PLENTY);
    }

    @Test
    void valuesAreData() {
        for (int i = 0; i < VALUES.size(); i++) {
            Matcher host = equal("host", VALUES.get(i));
            List<Series> found = select(equal(Matcher.METRIC_NAME, "hostile_value"), host);
            assertThat(found).as("host %s", host).hasSize(1);
            assertThat(found.get(0).labels().get("host")).isEqualTo(VALUES.get(i));
            assertThat(found.get(0).values()).containsExactly(i);
            assertThat(store.list(List.of(equal(PromqlNames.MEASUREMENT, "hostile"), host), TIME, TIME, PLENTY))
                    .containsExactly(found.get(0).labels());
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile_value"), equal("host", VALUES.get(i) + "'")))
                    .as("host %s'", host)
                    .hasSize(VALUES.contains(VALUES.get(i) + "'") ? 1 : 0);
        }
        for (String value : List.of("a\u0000b", "\u0000", "'\u0000'", "\ud800", "x".repeat(100_000))) {
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile_value"), equal("host", value)))
                    .isEmpty();
        }
        assertThat(select(equal(Matcher.METRIC_NAME, "victim_value"))).hasSize(1);
    }

    @Test
    void labelsAndNamesThatNobodyHasSelectNothing() {
        for (String text : VALUES) {
            assertThat(select(equal(Matcher.METRIC_NAME, text))).isEmpty();
            assertThat(select(equal(PromqlNames.MEASUREMENT, text))).isEmpty();
            assertThat(select(equal(PromqlNames.FIELD, text))).isEmpty();
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile_value"), equal(text, "x")))
                    .isEmpty();
        }
        assertThat(select(equal(Matcher.METRIC_NAME, "victim_value"))).hasSize(1);
    }

    @Test
    void everyNameIsFoundByItsPromqlName() {
        List<Labels> all = new ArrayList<>();
        for (String measurement : MEASUREMENTS) {
            for (String field : FIELDS) {
                String name = PromqlNames.metric(measurement, field);
                List<Series> found = select(equal(Matcher.METRIC_NAME, name));
                assertThat(found).as(name).hasSize(1);
                assertThat(select(equal(PromqlNames.MEASUREMENT, measurement), equal(PromqlNames.FIELD, field)))
                        .as(name)
                        .hasSize(1);
                for (String tag : TAGS) {
                    Matcher matcher = equal(PromqlNames.label(tag), "it's");
                    assertThat(found.get(0).labels().get(matcher.label())).isEqualTo("it's");
                    assertThat(select(equal(Matcher.METRIC_NAME, name), matcher))
                            .hasSize(1);
                }
                all.add(found.get(0).labels());
            }
        }
        assertThat(all).doesNotHaveDuplicates();
        assertThat(store.list(List.of(), TIME, TIME, PLENTY)).containsAll(all);
    }

    @Test
    void timesThatTheStoreDoesNotHaveAreEmpty() {
        Matcher name = equal(Matcher.METRIC_NAME, "victim_value");
        assertThat(store.select(List.of(name), -10_000_000_000_000_000L, -1, PLENTY))
                .isEmpty();
        assertThat(store.select(List.of(name), 10_000_000_000_000_000L, 10_000_000_000_000_000L, PLENTY))
                .isEmpty();
        assertThat(store.select(List.of(name), -10_000_000_000_000_000L, 10_000_000_000_000_000L, PLENTY))
                .hasSize(1);
        assertThat(store.select(List.of(name), TIME, TIME, PLENTY)).hasSize(1);
        assertThat(store.select(List.of(name), TIME + 1, TIME + 1, PLENTY)).isEmpty();
        assertThat(store.select(List.of(name), TIME - 1, TIME - 1, PLENTY)).isEmpty();
    }

    /** Statements with all fields, or all comparisons, would be longer than QuestDB accepts. */
    @Test
    @Tag("long")
    void wideTablesAndManyComparisonsAreReadInParts() {
        int count = 1_500;
        run("CREATE TABLE wide (timestamp TIMESTAMP_NS, host SYMBOL) TIMESTAMP(timestamp)");
        for (int i = 0; i < count; ) {
            List<String> columns = new ArrayList<>();
            for (int end = i + 300; i < end; i++) {
                columns.add("a_long_name_of_a_field_" + i + " LONG");
            }
            run("ALTER TABLE wide ADD COLUMN " + String.join(", ", columns));
        }
        run("INSERT INTO wide VALUES ('2023-11-14T22:13:20Z','h'" + ",7".repeat(count) + ")");
        server.rows("SELECT count() FROM wide");
        List<Matcher> matchers = new ArrayList<>(List.of(equal(PromqlNames.MEASUREMENT, "wide")));
        for (int i = 0; i < 60; i++) {
            matchers.add(equal("host", "h"));
        }
        Allowance much = new Allowance(100_000, 100_000, PLENTY.time());
        assertThat(store.select(matchers, TIME, TIME, much))
                .hasSize(count)
                .extracting(each -> each.labels().get(Matcher.METRIC_NAME))
                .doesNotHaveDuplicates();
        assertThat(store.list(matchers, TIME, TIME, much)).hasSize(count);
        List<Matcher> others = new ArrayList<>(matchers);
        for (int i = 0; i < 60; i++) {
            others.add(equal("host", "ä".repeat(1_000)));
        }
        assertThat(store.select(others, TIME, TIME, much)).isEmpty();
    }

    /** Field {@code b_c} of {@code a}, and field {@code c} of {@code a_b}. */
    @Test
    void fieldsOfOneNameNeedTheirMeasurement() {
        run("CREATE TABLE a (timestamp TIMESTAMP_NS, b_c DOUBLE, flag BOOLEAN, text VARCHAR) TIMESTAMP(timestamp)");
        run("CREATE TABLE a_b (timestamp TIMESTAMP, c LONG) TIMESTAMP(timestamp)");
        run("INSERT INTO a VALUES ('2023-11-14T22:13:20Z', 1.5, true, 'x')");
        run("INSERT INTO a_b VALUES ('2023-11-14T22:13:20Z', 9007199254740993)");
        server.rows("SELECT count() FROM a");
        assertThatThrownBy(() -> select(equal(Matcher.METRIC_NAME, "a_b_c")))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("add __measurement__=");
        Matcher name = equal(Matcher.METRIC_NAME, "a_b_c");
        assertThat(store.list(List.of(name), TIME, TIME, PLENTY))
                .singleElement()
                .hasToString("a_b_c{}");
        assertThat(store.list(List.of(), TIME, TIME, PLENTY)).isNotEmpty();
        assertThat(select(equal(Matcher.METRIC_NAME, "a_b_c"), equal(PromqlNames.MEASUREMENT, "a_b"))
                        .get(0)
                        .values())
                .containsExactly(9.007199254740992e15);
        assertThat(select(equal(Matcher.METRIC_NAME, "a_flag")).get(0).values()).containsExactly(1);
        assertThat(select(equal(Matcher.METRIC_NAME, "a_text"))).isEmpty();
    }
}
