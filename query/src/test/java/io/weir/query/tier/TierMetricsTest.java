package io.weir.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.tier.TierMetrics.Field;
import io.weir.query.tier.TierMetrics.Request;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TierMetricsTest {
    private final TierMetrics tables = new TierMetrics(TierNaming.TABLES, "m5", "_mean");
    private final TierMetrics victoria = new TierMetrics(TierNaming.VICTORIAMETRICS, "m5", "_mean");
    private final TierMetrics prometheus = new TierMetrics(TierNaming.PROMETHEUS, "5-min", "_mean");

    @Test
    void metricIsAnyFieldThatHasItsName() {
        assertThat(tables.fields("cpu_usage_user"))
                .containsExactly(
                        new Field("cpu", "usage_user"),
                        new Field("cpu_usage", "user"),
                        new Field("cpu_usage_user", "value"));
        assertThat(ofTier(tables, "cpu_usage_user"))
                .containsExactly("cpu_m5_usage_user_mean", "cpu_usage_m5_user_mean", "cpu_usage_user_m5_value_mean");
        // The field value of load is the metric load.
        assertThat(ofTier(tables, "load_value")).containsExactly("load_value_m5_value_mean");
        assertThat(ofTier(tables, "load")).containsExactly("load_m5_value_mean");
    }

    /** Otherwise a name of 64 KiB would be 65 000 fields, of 64 KiB each. */
    @Test
    void nameOfVeryManyFieldsHasNone() {
        assertThat(tables.fields("a" + "_a".repeat(50))).hasSize(51);
        assertThat(tables.fields("a" + "_a".repeat(51))).isEmpty();
        assertThat(tables.fieldsOfResult("a_m5" + "_a".repeat(51) + "_mean")).isEmpty();
    }

    @Test
    void nameOfVictoriaMetricsHasTheFieldValue() {
        assertThat(ofTier(victoria, "load_value")).containsExactly("load_m5_value_mean");
        assertThat(ofTier(victoria, "load")).isEmpty();
        assertThat(ofTier(victoria, "_a_")).isEmpty();
    }

    @Test
    void escapedNamesAreThoseOfTheStore() {
        String raw = PromqlNames.metric("cpu.total", "usage user");
        String ofTier = PromqlNames.metric("cpu.total_m5", "usage user_mean");
        assertThat(raw).isEqualTo("U__cpu_2e_total__usage_20_user");
        for (TierMetrics each : List.of(tables, victoria)) {
            assertThat(ofTier(each, raw)).contains(ofTier);
            assertThat(each.fieldsOfResult(ofTier)).containsExactly(new Field("cpu.total", "usage user"));
        }
    }

    @Test
    void fieldFollowsFromTheNameInTheTier() {
        assertThat(tables.fieldsOfResult("cpu_temp_m5_load_1_mean")).containsExactly(new Field("cpu_temp", "load_1"));
        assertThat(tables.fieldsOfResult("a_m5_b_m5_c_mean"))
                .containsExactly(new Field("a", "b_m5_c"), new Field("a_m5_b", "c"));
        assertThat(List.of(
                        "cpu_m5_load", "cpu_load_mean", "m5_load_mean", "_m5_load_mean", "cpu_m5_mean", "cpu_m5__mean"))
                .allMatch(each -> tables.fieldsOfResult(each).isEmpty());
    }

    @Test
    void matchersOfFieldsAreThoseOfResults() {
        List<Matcher> raw = List.of(
                new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, "a|b"),
                new Matcher(PromqlNames.FIELD, Comparison.EQUALS_NOT, "x.y"),
                new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, "a.*"),
                new Matcher("host", Comparison.EQUALS, "h"));
        assertThat(tables.requests(List.of(new Field("a", "value")), raw))
                .singleElement()
                .satisfies(request -> assertThat(request.matchers())
                        .extracting(Matcher::toString)
                        .containsExactly(
                                "__measurement__=~\"(?:a|b)_m5\"",
                                "__field__!~\"\\Qx.y\\E_mean\"",
                                "host=\"h\"",
                                "__measurement__=\"a_m5\"",
                                "__field__=\"value_mean\"",
                                "__name__=\"a_m5_value_mean\""));
        assertThat(tables.ofAll(raw).subList(3, 5))
                .extracting(Matcher::toString)
                .containsExactly("__measurement__=~\".*_m5\"", "__field__=~\".*_mean\"");
        Matcher names = victoria.ofAll(raw).get(3);
        assertThat(names.matches("a_b_m5_c_mean")).isTrue();
        assertThat(names.matches(PromqlNames.metric("a.b_m5", "c_mean"))).isTrue();
        assertThat(names.matches("a_m5_c_count")).isFalse();
    }

    /** The store would need a request for each field; and a longer list would leave no room for other matchers. */
    @Test
    void namesOfAStoreWithoutMeasurementsAreListed() {
        List<Field> fields = IntStream.range(0, 1_000)
                .mapToObj(i -> new Field("cpu", "load" + i))
                .toList();
        List<Request> requests = prometheus.requests(fields, List.of(new Matcher("host", Comparison.EQUALS, "h")));
        assertThat(requests).hasSize(6).allSatisfy(request -> {
            assertThat(request.matchers()).hasSize(2);
            Matcher names = request.matchers().get(1);
            assertThat(names.value()).hasSizeLessThanOrEqualTo(4_000).startsWith("cpu_5_min_load");
            assertThat(request.fields().keySet()).allMatch(names::matches);
        });
        assertThat(requests.stream()
                        .flatMap(request -> request.fields().values().stream())
                        .toList())
                .isEqualTo(fields);
        assertThat(tables.requests(fields, List.of())).hasSize(1_000);
    }

    /** The result of both is {@code a_m5_m5_b_mean}, and their name in raw is {@code a_m5_b}. */
    @Test
    void resultThatTwoFieldsMayHaveIsReadOnce() {
        List<Field> fields = List.of(new Field("a", "m5_b"), new Field("a_m5", "b"));
        assertThat(victoria.requests(fields, List.of())).singleElement().satisfies(request -> assertThat(
                        request.fields())
                .isEqualTo(Map.of("a_m5_m5_b_mean", new Field("a", "m5_b"))));
        assertThat(tables.requests(fields, List.of())).hasSize(2);
    }

    private static List<String> ofTier(TierMetrics metrics, String raw) {
        return metrics.fields(raw).stream()
                .flatMap(field -> metrics.requests(List.of(field), List.of()).stream())
                .flatMap(request -> request.fields().keySet().stream())
                .toList();
    }
}
