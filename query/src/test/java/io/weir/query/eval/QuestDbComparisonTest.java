package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.questdb.QuestDbSeries;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Tables as the writer creates them. */
class QuestDbComparisonTest extends StoreComparison {
    private static final Map<String, List<String>> TAGS = Map.of(
            "requests", List.of("host", "path"),
            "room", List.of("host", "rack"),
            "latency", List.of("host", "le"),
            "quota", List.of("rack"),
            "odd", List.of("host", "kind"));

    private @Nullable EmbeddedQuestDb running;

    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) throws Exception {
        EmbeddedQuestDb server = new EmbeddedQuestDb(directory).start();
        running = server;
        TAGS.forEach((table, tags) -> server.exec("CREATE TABLE " + table + " (timestamp TIMESTAMP_NS, "
                + String.join(" SYMBOL, ", tags) + " SYMBOL) TIMESTAMP(timestamp) PARTITION BY DAY WAL"
                + " DEDUP UPSERT KEYS(timestamp, " + String.join(", ", tags) + ")"));
        server.exec("CREATE TABLE untimed (value DOUBLE, host SYMBOL)");
        server.exec("INSERT INTO untimed VALUES (1, 'h0')");
        SampleLines.write(
                server.url().replace("questdb:", "http:") + "/write?precision=n", SampleLines.of(series, random));
        assertThat(server.rows("SELECT count() FROM room").path(0).path(0).asInt())
                .isPositive();
        return new QuestDbSeries(server.url().replace("questdb:", "http:"), Optional.empty());
    }

    @Override
    void end() {
        if (running != null) {
            running.close();
        }
    }
}
