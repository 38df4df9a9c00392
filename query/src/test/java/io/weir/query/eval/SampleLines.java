package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Lines as the writer sends them: fields of several series in a line, texts, several samples in a millisecond. */
public final class SampleLines {
    private SampleLines() {}

    /**
     * The lines of series whose names are {@code MEASUREMENT_FIELD}, or measurements with the field {@code value}. Adds
     * rows that a query of samples must not find.
     */
    static String of(List<Series> series, Random random) {
        Map<String, String> rows = new TreeMap<>();
        series.forEach(each -> add(each, random, rows));
        StringBuilder lines = new StringBuilder();
        rows.forEach((row, fields) ->
                lines.append(row.replace(" ", " " + fields + " ")).append('\n'));
        return lines.toString();
    }

    /** Fields by {@code series stamp}. */
    private static void add(Series series, Random random, Map<String, String> rows) {
        Map<String, String> labels = series.labels().toMap();
        String[] name = labels.remove(Matcher.METRIC_NAME).split("_", 2);
        String field = name.length == 1 ? "value" : name[1];
        StringBuilder tags = new StringBuilder(name[0]);
        labels.forEach(
                (label, value) -> tags.append(',').append(label).append('=').append(value));
        for (int i = 0; i < series.stamps().length; i++) {
            double value = series.values()[i];
            String text = field.equals("up") ? (long) value + "i" : Double.toString(value);
            // Series with the same stamp share a row.
            long stamp = series.stamps()[i] * 1_000_000 + 1 + series.stamps()[i] % 999_999;
            rows.merge(tags + " " + stamp, field + "=" + text, (one, other) -> one + "," + other);
            if (isSecond(series, i)) {
                rows.put(tags + " " + (stamp - 1), field + "=" + (field.equals("up") ? "77i" : "77"));
            }
            if (random.nextInt(10) == 0) {
                rows.put(tags + " " + (stamp + 2_000_000), "note=\"text\"");
            }
        }
    }

    /** The same series with the samples that are not the last ones in their millisecond. */
    static Series withAll(Series series) {
        SeriesBuilder all = new SeriesBuilder(series.labels());
        for (int i = 0; i < series.stamps().length; i++) {
            if (isSecond(series, i)) {
                all.add(series.stamps()[i], 77);
            }
            all.add(series.stamps()[i], series.values()[i]);
        }
        return all.build();
    }

    /** Whether another sample is in the same millisecond, but a nanosecond before. */
    private static boolean isSecond(Series series, int index) {
        return (series.stamps()[index] / 1_000 + series.labels().hashCode()) % 10 == 0;
    }

    /** @param address of the request, such as {@code http://127.0.0.1:8086/write?db=metrics} */
    public static void write(String address, String lines) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .POST(BodyPublishers.ofString(lines))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }
}
