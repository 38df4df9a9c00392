package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.eval.Limits;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import io.weir.query.tier.RuleTiers;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API of a store with tiers. */
class TiersOfAnswersTest {
    private static final long NOW = 1_800_000_000;
    private static final List<StorageTier> TIERS =
            RuleLoader.parse("rules.yaml", """
                    version: 1
                    storage:
                      tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]
                    """).storage().tiers();

    private final PrometheusApi api = new PrometheusApi(
            new Tiered(),
            longest -> new RuleTiers(TIERS, NOW * 1_000, longest),
            Limits.DEFAULT,
            new Turns(1),
            Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC));

    @Test
    void anAnswerFromATierSaysSo() throws IOException {
        JsonNode old = answer("query", "query", "load", "time", Long.toString(NOW - 20 * 86_400));
        assertThat(old.at("/data/result/0/value/1").asText()).isEqualTo("2");
        assertThat(old.at("/warnings")).singleElement().satisfies(warning -> assertThat(warning.asText())
                .startsWith("read from the tier m5: "));

        JsonNode recent = answer("query", "query", "load");
        assertThat(recent.at("/data/result/0/value/1").asText()).isEqualTo("1");
        assertThat(recent.has("warnings")).isFalse();
    }

    /** Whose windows count for all of their time. */
    @Test
    void anIntegralReadsTheTierIfRawHasLostItsRange() throws IOException {
        JsonNode old = answer("query", "query", "integral_over_time(load[8d])");
        assertThat(old.at("/data/result/0/value/1").asText()).isEqualTo("600");
        assertThat(old.at("/warnings")).singleElement().satisfies(warning -> assertThat(warning.asText())
                .startsWith("read from the tier m5: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"increase(load[7d1m1ms])", "rate(load[1h] offset 7d)"})
    void aFunctionThatMissesRawSaysSo(String query) throws IOException {
        assertThat(answer("query", "query", query).at("/warnings"))
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.asText()).endsWith("may miss values from before the retention of raw, 7d"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"increase(load[7d])", "integral_over_time(load[7d])", "rate(load{__tier__='m5'}[1h] offset 7d)"})
    void aFunctionThatHasAllOfItsRangeSaysNothing(String query) throws IOException {
        assertThat(answer("query", "query", query).has("warnings")).isFalse();
    }

    @ParameterizedTest(name = "step {0}, resolution {1}")
    @CsvSource({"5m, , 1", "5m, 5m, 2", "5m, 299, 1", "5m, 300, 2", "5m, auto, 1", "25m, auto, 2", "25m, 0s, 1"})
    void aRequestMayPermitWindowsInsteadOfSamples(String step, String resolution, String value) throws IOException {
        String start = Long.toString(NOW - 86_400);
        JsonNode found = resolution == null
                ? answer("query_range", "query", "load", "start", start, "end", start, "step", step)
                : answer(
                        "query_range",
                        "query",
                        "load",
                        "start",
                        start,
                        "end",
                        start,
                        "step",
                        step,
                        "max_source_resolution",
                        resolution);
        assertThat(found.at("/data/result/0/values/0/1").asText()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"-1s, cannot parse", "-1, negative", "raw, cannot parse", "1x, cannot parse"})
    void aWrongResolutionIsRefused(String resolution, String why) throws IOException {
        JsonNode refused = answer("query", "query", "load", "max_source_resolution", resolution);
        assertThat(refused.path("errorType").asText()).isEqualTo("bad_data");
        assertThat(refused.path("error").asText())
                .contains("max_source_resolution")
                .contains(why);
    }

    @Test
    void aSubqueryOfManyStepsEndsInTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> assertThat(
                        answer("query", "query", "max_over_time(load[1000d:1ms])", "timeout", "0.1")
                                .path("errorType")
                                .asText())
                .isEqualTo("timeout"));
    }

    private JsonNode answer(String path, String... parameters) throws IOException {
        Map<String, List<String>> all = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], List.of(parameters[i + 1]));
        }
        return new ObjectMapper().readTree(new String(api.answer(path, all, "").json(), UTF_8));
    }

    /** Each sample is 1, and the mean of each window is 2. */
    private static final class Tiered implements RangeSource, SeriesStore {
        private static final Labels LABELS = Labels.of(Map.of(Matcher.METRIC_NAME, "load"));

        @Override
        public boolean hasTiers() {
            return true;
        }

        @Override
        public RangeSource forQuery() {
            return this;
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of(new Series(LABELS, new long[] {to}, new double[] {1}));
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
            assertThat(query.windows()).isEqualTo(new TierWindows("m5", 300_000));
            return Optional.of(List.of(new Series(LABELS, new long[] {query.to()}, new double[] {2})));
        }

        @Override
        public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of(LABELS);
        }
    }
}
