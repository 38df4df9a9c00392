package io.weir.query.questdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.WindowStore;
import io.weir.query.store.StoreNames;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuestDbNamesTest extends StoreNames {
    /** A row that is written again replaces the first one, as in tables of the writer. */
    private static final String UNIQUE = " PARTITION BY DAY WAL DEDUP UPSERT KEYS(timestamp)";

    private @Nullable EmbeddedQuestDb server;

    @Override
    protected List<String> ownValues() {
        return List.of("\\", "a\nb\tc\rd");
    }

    @Override
    protected SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags) {
        EmbeddedQuestDb started = new EmbeddedQuestDb(directory).start();
        server = started;
        run(started, "CREATE TABLE victim (timestamp TIMESTAMP_NS, host SYMBOL, value DOUBLE) TIMESTAMP(timestamp)");
        run(started, "INSERT INTO victim VALUES ('2023-11-14T22:13:20Z', 'h', 1)");
        run(started, "CREATE TABLE hostile (timestamp TIMESTAMP_NS, host SYMBOL, value DOUBLE) TIMESTAMP(timestamp)");
        for (int i = 0; i < values.size(); i++) {
            run(
                    started,
                    "INSERT INTO hostile VALUES ('2023-11-14T22:13:20Z', '"
                            + values.get(i).replace("'", "''") + "', " + i + ")");
        }
        for (String measurement : measurements) {
            run(
                    started,
                    "CREATE TABLE \"" + measurement + "\" (timestamp TIMESTAMP_NS, \""
                            + String.join("\" SYMBOL, \"", tags) + "\" SYMBOL, \""
                            + String.join("\" DOUBLE, \"", fields) + "\" DOUBLE) TIMESTAMP(timestamp)" + UNIQUE);
            run(
                    started,
                    "INSERT INTO \"" + measurement + "\" VALUES ('2023-11-14T22:13:20Z'"
                            + ", 'it''s'".repeat(tags.size()) + ", 7".repeat(fields.size()) + ")");
        }
        run(
                started,
                "CREATE TABLE a (timestamp TIMESTAMP_NS, b_c DOUBLE, flag BOOLEAN, text VARCHAR) TIMESTAMP(timestamp)");
        run(started, "CREATE TABLE a_b (timestamp TIMESTAMP, c LONG) TIMESTAMP(timestamp)");
        run(started, "INSERT INTO a VALUES ('2023-11-14T22:13:20Z', 1.5, true, 'x')");
        run(started, "INSERT INTO a_b VALUES ('2023-11-14T22:13:20Z', 9007199254740993)");
        assertThat(started.rows("SELECT count() FROM hostile").path(0).path(0).asInt())
                .isEqualTo(values.size());
        assertThat(started.rows("SELECT count() FROM a").path(0).path(0).asInt())
                .isEqualTo(1);
        return new QuestDbSeries(started.url().replace("questdb:", "http:"), Optional.empty());
    }

    private static void run(EmbeddedQuestDb server, String statement) {
        JsonNode answer = server.exec(statement);
        assertThat(answer.has("error")).as("%s: %s", statement, answer).isFalse();
    }

    @Override
    protected void end() {
        if (server != null) {
            server.close();
        }
    }

    /** Statements with all fields, or all comparisons, would be longer than QuestDB accepts. */
    @Test
    @Tag("long")
    void wideTablesAndManyComparisonsAreReadInParts() {
        EmbeddedQuestDb running = Objects.requireNonNull(server);
        int count = 1_500;
        run(running, "CREATE TABLE wide (timestamp TIMESTAMP_NS, host SYMBOL) TIMESTAMP(timestamp)" + UNIQUE);
        for (int i = 0; i < count; i++) {
            run(running, "ALTER TABLE wide ADD COLUMN a_long_name_of_a_field_" + i + " LONG");
        }
        run(running, "INSERT INTO wide VALUES ('2023-11-14T22:13:20Z','h'" + ",7".repeat(count) + ")");
        running.rows("SELECT count() FROM wide");
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
        assertThat(((RangeSource) store)
                        .selectRanges(
                                new RangeQuery(matchers, new Ranges(TIME, 1, 1, 60_000), RangeStatistic.MEAN), much))
                .hasValueSatisfying(all -> assertThat(all).hasSize(count).allMatch(each -> each.of(0) == 7));
        List<String> last = new ArrayList<>();
        ((WindowStore) store)
                .readLast(
                        windowQuery(matchers),
                        PLENTY.time(),
                        (measurement, tags, field, value, millis, period) -> last.add(field));
        assertThat(last).hasSize(count).doesNotHaveDuplicates();
        List<Matcher> others = new ArrayList<>(matchers);
        for (int i = 0; i < 60; i++) {
            others.add(equal("host", "ä".repeat(1_000)));
        }
        assertThat(store.select(others, TIME, TIME, much)).isEmpty();
    }

    /** QuestDB would count repeated rows, and compute with more digits than it passes on. */
    @Test
    void onlyWhatIsExactIsComputed() {
        EmbeddedQuestDb running = Objects.requireNonNull(server);
        String columns = " (timestamp TIMESTAMP_NS, v DOUBLE, f FLOAT, flag BOOLEAN) TIMESTAMP(timestamp)";
        run(running, "CREATE TABLE exact" + columns + UNIQUE);
        run(running, "CREATE TABLE repeated" + columns);
        for (String table : List.of("exact", "repeated")) {
            String row = "INSERT INTO " + table + " VALUES ('2023-11-14T22:13:20Z', 1, 0.1, true)";
            run(running, row);
            run(running, row);
            running.rows("SELECT count() FROM " + table);
        }
        assertThat(maximum("exact", "v")).hasValue(1.0);
        assertThat(maximum("exact", "f")).isEmpty();
        assertThat(maximum("exact", "flag")).isEmpty();
        assertThat(maximum("repeated", "v")).isEmpty();
    }

    private Optional<Double> maximum(String measurement, String field) {
        return ((RangeSource) store)
                .selectRanges(
                        new RangeQuery(
                                List.of(equal(PromqlNames.MEASUREMENT, measurement), equal(PromqlNames.FIELD, field)),
                                new Ranges(TIME, 1, 1, 60_000),
                                RangeStatistic.MAX),
                        PLENTY)
                .map(all -> all.get(0).of(0));
    }
}
