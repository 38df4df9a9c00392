package io.weir.query.questdb;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.eval.SampleLines;
import io.weir.query.series.RangeSource;
import io.weir.query.store.StoreGroups;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuestDbGroupsTest extends StoreGroups {
    private static final String UNIQUE = " PARTITION BY DAY WAL DEDUP UPSERT KEYS(timestamp, host)";

    private @Nullable EmbeddedQuestDb running;

    @Override
    protected void start(Path directory, String lines) throws Exception {
        EmbeddedQuestDb server = new EmbeddedQuestDb(directory).start();
        running = server;
        TABLES.forEach((table, tags) -> server.exec("CREATE TABLE " + table + " (timestamp TIMESTAMP_NS"
                + tags.stream().map(tag -> ", " + quoted(tag) + " SYMBOL").collect(joining())
                + ") TIMESTAMP(timestamp) PARTITION BY DAY WAL DEDUP UPSERT KEYS("
                + Stream.concat(Stream.of("timestamp"), tags.stream().map(QuestDbGroupsTest::quoted))
                        .collect(joining(", "))
                + ")"));
        SampleLines.write(http() + "/write?precision=n", lines);
        for (String table : TABLES.keySet()) {
            assertThat(server.rows("SELECT count() FROM " + table)
                            .path(0)
                            .path(0)
                            .asInt())
                    .isPositive();
        }
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    @Override
    protected String http() {
        return Objects.requireNonNull(running).url().replace("questdb:", "http:");
    }

    @Override
    protected RangeSource store(String http) {
        return new QuestDbSeries(http, Optional.empty());
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }

    /** In the regular expressions of Java, a line break may follow the end, and a dot matches no line break of any kind. */
    @Test
    void lineBreaksAreAPartOfALabel() {
        fill(
                "breaks",
                UNIQUE,
                "20Z', 'x', 1, 0.1",
                "20Z', 'x\n', 2, 0.1",
                "20Z', 'xy', 4, 0.1",
                "20Z', 'x\r', 8, 0.1",
                "20Z', 'x\u2028', 16, 0.1");
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"[x]\"}[1m]))")).isEqualTo(Map.of("{}", 1.0));
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"x.*\"}[1m]))")).isEqualTo(Map.of("{}", 29.0));
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"(?s:x.*)\"}[1m]))"))
                .isEqualTo(Map.of("{}", 31.0));
        assertThat(evaluated("sum(sum_over_time(breaks_v{host=~\"x.*\",host!=\"y\"}[1m]))"))
                .isEqualTo(Map.of("{}", 29.0));
    }

    /** A statement has a limit, and names the tags several times. */
    @Test
    void manyTagsAreLeftToWeir() {
        EmbeddedQuestDb server = Objects.requireNonNull(running);
        List<String> tags =
                IntStream.range(0, 300).mapToObj(i -> "t%039d".formatted(i)).toList();
        server.exec("CREATE TABLE wide (timestamp TIMESTAMP_NS, v DOUBLE) TIMESTAMP(timestamp) PARTITION BY DAY WAL");
        for (int i = 0; i < tags.size(); i += 50) {
            server.exec("ALTER TABLE wide ADD COLUMN " + String.join(" SYMBOL, ", tags.subList(i, i + 50)) + " SYMBOL");
        }
        server.exec("ALTER TABLE wide DEDUP ENABLE UPSERT KEYS(timestamp, " + String.join(", ", tags) + ")");
        server.exec("INSERT INTO wide (timestamp, v) VALUES ('2023-11-14T22:13:20Z', 2)");
        server.rows("SELECT count() FROM wide");
        assertThat(evaluated("sum(sum_over_time(wide_v[1m]))")).isEqualTo(Map.of("{}", 2.0));
    }

    /** Only other programs than Weir store an empty text. */
    @Test
    void emptyLabelIsNoLabel() {
        fill("empty", UNIQUE, "20Z', '', 1, 0.1", "21Z', NULL, 2, 0.1", "20Z', 'x', 4, 0.1");
        assertThat(evaluated("sum by (host) (sum_over_time(empty_v[1m]))"))
                .isEqualTo(Map.of("{}", 3.0, "{host=\"x\"}", 4.0));
        assertThat(evaluated("count(sum_over_time(empty_v[1m]))")).isEqualTo(Map.of("{}", 2.0));
        assertThat(computed("sum(sum_over_time(empty_v[1m]))")).isEqualTo(Map.of("{}", 7.0));
    }

    /** QuestDB would count repeated rows, and compute with more digits than it passes on. */
    @Test
    void onlyWhatIsExactIsComputed() {
        fill("singles", UNIQUE, "20Z', 'a', 1, 0.1", "20Z', 'b', 2, 0.1");
        fill("repeated", "", "20Z', 'a', 1, 0.1", "20Z', 'a', 1, 0.1");
        assertThat(evaluated("max(avg_over_time(singles_f[1m]))")).isEqualTo(Map.of("{}", 0.1));
        assertThat(computed("max(avg_over_time(singles_v[1m]))")).isEqualTo(Map.of("{}", 2.0));
        assertThat(evaluated("sum(count_over_time(repeated_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
    }

    private void fill(String table, String options, String... rows) {
        EmbeddedQuestDb server = Objects.requireNonNull(running);
        server.exec("CREATE TABLE " + table + " (timestamp TIMESTAMP_NS, host SYMBOL, v DOUBLE, f FLOAT)"
                + " TIMESTAMP(timestamp)" + options);
        for (String row : rows) {
            assertThat(server.exec("INSERT INTO " + table + " VALUES ('2023-11-14T22:13:" + row + ")")
                            .has("error"))
                    .isFalse();
        }
        server.rows("SELECT count() FROM " + table);
    }
}
