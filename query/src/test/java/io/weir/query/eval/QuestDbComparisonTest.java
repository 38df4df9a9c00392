package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.promql.Matcher;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tables as the writer creates them: fields of several series in a row, texts, several samples in a millisecond. */
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
        Map<String, String> rows = new TreeMap<>();
        series.forEach(each -> lines(each, random, rows));
        StringBuilder lines = new StringBuilder();
        rows.forEach((row, fields) ->
                lines.append(row.replace(" ", " " + fields + " ")).append('\n'));
        URI uri = URI.create(server.url().replace("questdb:", "http:") + "/write?precision=n");
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .POST(BodyPublishers.ofString(lines.toString()))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        assertThat(server.rows("SELECT count() FROM room").path(0).path(0).asInt())
                .isPositive();
        return new QuestDbSeries(server.url().replace("questdb:", "http:"), Optional.empty());
    }

    /** Fields by {@code series stamp}. */
    private static void lines(Series series, Random random, Map<String, String> rows) {
        Map<String, String> labels = series.labels().toMap();
        String[] name = labels.remove(Matcher.METRIC_NAME).split("_", 2);
        StringBuilder tags = new StringBuilder(name[0]);
        labels.forEach(
                (label, value) -> tags.append(',').append(label).append('=').append(value));
        for (int i = 0; i < series.stamps().length; i++) {
            double value = series.values()[i];
            String text = name[1].equals("up") ? (long) value + "i" : Double.toString(value);
            // Series with the same stamp share a row.
            long stamp = series.stamps()[i] * 1_000_000 + 1 + series.stamps()[i] % 999_999;
            rows.merge(tags + " " + stamp, name[1] + "=" + text, (one, other) -> one + "," + other);
            if (random.nextInt(10) == 0) {
                rows.put(tags + " " + (stamp - 1), name[1] + "=" + (name[1].equals("up") ? "77i" : "77"));
            }
            if (random.nextInt(10) == 0) {
                rows.put(tags + " " + (stamp + 2_000_000), "note=\"text\"");
            }
        }
    }

    @Override
    void end() {
        if (running != null) {
            running.close();
        }
    }
}
