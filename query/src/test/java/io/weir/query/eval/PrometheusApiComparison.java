package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A real store with the API of Prometheus. */
abstract class PrometheusApiComparison extends StoreComparison {
    /** Values that the language of selectors could misread. */
    private static final List<String> HOSTILE = List.of(
            "'",
            "\"",
            "\\",
            "\\\"",
            "\"} or vector(1)",
            "{x}",
            "`",
            "%41&match[]=x",
            "$1",
            "a\tb",
            "a\u0001b",
            "größe 😀");

    /** Of the hostile values: lists with the times of the other samples do not have them. */
    static final long BEFORE = RandomSamples.START - Duration.ofDays(3).toMillis();

    static final Allowance PLENTY = new Allowance(10_000, 10_000, Duration.ofMinutes(1));

    private @Nullable ServerProcess running;
    private @Nullable SeriesStore store;

    /** Starts the server. */
    abstract ServerProcess server();

    /** The store at this address. */
    abstract SeriesStore store(String http);

    /** Whether the store returns marks of ends. */
    abstract boolean hasMarks();

    /** Makes what was written visible. */
    void flush(ServerProcess server) {}

    @Override
    final SeriesStore start(Path directory, List<Series> series, Random random) throws Exception {
        ServerProcess server = server();
        running = server;
        SeriesStore opened = store("http://" + server.address());
        store = opened;
        write(server, series);
        for (int i = 0; i < HOSTILE.size(); i++) {
            Labels labels = Labels.of(Map.of(Matcher.METRIC_NAME, "hostile", "host", HOSTILE.get(i)));
            write(server, List.of(new Series(labels, new long[] {BEFORE}, new double[] {i})));
        }
        flush(server);
        return opened;
    }

    /** Returns when the samples are visible. */
    final void add(List<Series> series) throws Exception {
        ServerProcess server = Objects.requireNonNull(running);
        write(server, series);
        flush(server);
    }

    private static void write(ServerProcess server, List<Series> series) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.address() + "/api/v1/write"))
                .header("Content-Encoding", "snappy")
                .header("X-Prometheus-Remote-Write-Version", "0.1.0")
                .POST(BodyPublishers.ofByteArray(RemoteWriteBody.of(series)))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }

    @Override
    final void end() {
        if (running != null) {
            running.close();
        }
    }

    @Override
    final boolean listsExactly() {
        return false;
    }

    /** The store has names of metrics only. */
    @Test
    @Override
    void measurementAndFieldAreMatchedAsLabels() {
        List<Matcher> matchers = List.of(new Matcher("__measurement__", Comparison.EQUALS, "room"));
        assertThatThrownBy(() -> stored().list(matchers, 0, 1, PLENTY))
                .hasMessageContaining("no measurements and no fields; instead of __measurement__, match the name");
        assertThatThrownBy(() -> stored().select(matchers, 0, 1, PLENTY)).hasMessageContaining("__measurement__");
        List<Matcher> tier = List.of(new Matcher("__tier__", Comparison.EQUALS, "m1"));
        assertThatThrownBy(() -> stored().select(tier, 0, 1, PLENTY)).hasMessageContaining("remove __tier__");
    }

    @Test
    void valuesAreData() {
        Matcher name = new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "hostile");
        long time = BEFORE;
        for (int i = 0; i < HOSTILE.size(); i++) {
            List<Matcher> matchers = List.of(name, new Matcher("host", Comparison.EQUALS, HOSTILE.get(i)));
            assertThat(stored().select(matchers, time, time, PLENTY))
                    .as(HOSTILE.get(i))
                    .singleElement()
                    .extracting(Series::values)
                    .isEqualTo(new double[] {i});
            assertThat(stored().select(matchers, time + 1, time + 1, PLENTY)).isEmpty();
            assertThat(stored().select(matchers, time - 1, time - 1, PLENTY)).isEmpty();
            assertThat(stored().list(matchers, time, time, PLENTY)).hasSize(1);
            assertThat(stored().list(matchers, Long.MIN_VALUE, Long.MAX_VALUE, PLENTY))
                    .hasSize(1);
            assertThat(stored().select(matchers, Long.MIN_VALUE, Long.MAX_VALUE, PLENTY))
                    .hasSize(1);
        }
        for (String none : List.of("a\u0000b", "\ud800", "x".repeat(100_000))) {
            List<Matcher> matchers = List.of(name, new Matcher("host", Comparison.EQUALS, none));
            assertThat(stored().select(matchers, time, time, PLENTY)).isEmpty();
        }
    }

    /** VictoriaMetrics leaves out the last 30 s of other queries. */
    @Test
    void theNewestSampleIsFound() throws Exception {
        long now = System.currentTimeMillis();
        Labels labels = Labels.of(Map.of(Matcher.METRIC_NAME, "newest"));
        add(List.of(new Series(labels, new long[] {now}, new double[] {7})));
        List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "newest"));
        assertThat(stored().select(matchers, now - 1_000, now, PLENTY))
                .singleElement()
                .extracting(Series::stamps)
                .isEqualTo(new long[] {now});
        assertThat(stored().list(matchers, now - 1_000, now, PLENTY)).containsExactly(labels);
    }

    @Test
    void marksOfEndsAreNoSamples() throws Exception {
        Labels labels = Labels.of(Map.of(Matcher.METRIC_NAME, "ended"));
        long[] times = {BEFORE, BEFORE + 1_000, BEFORE + 2_000};
        add(List.of(new Series(labels, times, new double[] {7, Series.STALE_MARKER, 8})));
        List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "ended"));
        assertThat(stored().select(matchers, BEFORE, BEFORE + 5_000, PLENTY))
                .singleElement()
                .satisfies(found -> {
                    double[] marks =
                            Arrays.stream(found.values()).filter(Double::isNaN).toArray();
                    assertThat(marks).hasSize(hasMarks() ? 1 : 0);
                    assertThat(Arrays.stream(marks).allMatch(Series::isStale)).isTrue();
                    assertThat(found.values())
                            .hasSize(2 + marks.length)
                            .startsWith(7)
                            .endsWith(8);
                });
    }

    final SeriesStore stored() {
        return Objects.requireNonNull(store);
    }
}
