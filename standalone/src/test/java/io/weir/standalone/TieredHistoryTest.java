package io.weir.standalone;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.history.History;
import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.LastValue;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.live.Selector;
import io.weir.writer.testing.RealInfluxDb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The history of a real InfluxDB 1.x with tiers. */
class TieredHistoryTest extends TieredHistoryContract {
    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    @Override
    String url() {
        return INFLUX.server().url();
    }

    @Override
    Optional<String> token() {
        return Optional.empty();
    }

    @Override
    void write(String lines) throws Exception {
        write("weir_raw", lines);
    }

    @Override
    void writeResults(String tier, String host, Map<String, Number> results, long millis) throws Exception {
        String fields = results.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue() + (each.getValue() instanceof Long ? "i" : ""))
                .collect(joining(","));
        write("weir_" + tier, "cpu,host=" + host + " " + fields + " " + millis);
    }

    @Override
    boolean computesTiers() {
        return false;
    }

    @Override
    String missingTier() {
        return "retention policy not found: weir_m7";
    }

    @Test
    void rawIsScannedForTextsOnlyWhereTheyExist() throws Exception {
        try (QueryProxy proxy = proxy(query -> false)) {
            assertThat(read(proxied(proxy), "cpu", BEGIN, BEGIN + HOUR, 60).series())
                    .hasSize(3);
            assertThat(proxy.queries())
                    .filteredOn(query -> query.contains("last("))
                    .isEmpty();
            History all = read(proxied(proxy), "*", BEGIN, BEGIN + HOUR, 60);
            assertThat(all.series()).hasSize(5 + TierQueries.SERIES);
            assertThat(all.texts()).hasSize(3);
            assertThat(all.capped()).isFalse();
            assertThat(proxy.queries())
                    .filteredOn(query -> query.contains("last("))
                    .hasSize(2)
                    .anyMatch(query -> query.contains("\"run\""))
                    .anyMatch(query -> query.contains("\"log\""));
        }
    }

    @Test
    void aFailureOfTheTextsLeavesTheNumbers() throws Exception {
        try (QueryProxy proxy = proxy(query -> query.contains("last("))) {
            History past = read(proxied(proxy), "*", BEGIN, BEGIN + HOUR, 60);
            assertThat(past.series()).hasSize(4 + TierQueries.SERIES);
            assertThat(past.last())
                    .extracting(LastValue::field)
                    .containsOnly("usage", "idle", "up", "running", "n", "x");
            assertThat(past.texts()).isEmpty();
            assertThat(past.capped()).isTrue();
        }
    }

    @Test
    void seriesOfTextsBeyondTheLimitAreReported() throws Exception {
        Range one = new Range(Selector.parse("log"), BEGIN, BEGIN + HOUR, NOW, 60, Set.of(), 1, false);
        assertThat(store(RULES.tiers(), url()).read(one)).satisfies(past -> {
            assertThat(past.texts()).hasSize(1);
            assertThat(past.capped()).isTrue();
        });
    }

    private HistoryStore proxied(QueryProxy proxy) {
        return store(RULES.tiers(), url().replace(INFLUX.server().address(), proxy.address()));
    }

    private static QueryProxy proxy(Predicate<String> isRefused) throws Exception {
        return new QueryProxy(INFLUX.server().address(), isRefused);
    }

    private static void write(String policy, String lines) throws Exception {
        String to = "http://" + INFLUX.server().address() + "/write?precision=ms&db="
                + INFLUX.server().database() + "&rp=" + policy;
        HttpRequest request = HttpRequest.newBuilder(URI.create(to))
                .POST(HttpRequest.BodyPublishers.ofString(lines))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(204);
    }
}
