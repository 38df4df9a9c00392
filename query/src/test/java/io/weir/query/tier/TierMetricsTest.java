package io.weir.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.tier.TierMetrics.Field;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierMetricsTest {
    private final TierMetrics tables = new TierMetrics("_m5", "_mean", PromqlNames::metric);
    private final TierMetrics victoria =
            new TierMetrics("_m5", "_mean", (measurement, field) -> PromqlNames.metric(measurement + "_" + field));

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
        assertThat(tables.field("a_m5" + "_a".repeat(51) + "_mean")).isEmpty();
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
            assertThat(each.field(ofTier)).contains(new Field("cpu.total", "usage user"));
        }
    }

    @Test
    void fieldFollowsFromTheNameInTheTier() {
        assertThat(tables.field("cpu_temp_m5_load_1_mean")).contains(new Field("cpu_temp", "load_1"));
        assertThat(tables.field("a_m5_b_m5_c_mean")).contains(new Field("a", "b_m5_c"));
        assertThat(List.of(
                        "cpu_m5_load", "cpu_load_mean", "m5_load_mean", "_m5_load_mean", "cpu_m5_mean", "cpu_m5__mean"))
                .allMatch(each -> tables.field(each).isEmpty());
    }

    @Test
    void matchersOfFieldsAreThoseOfResults() {
        List<Matcher> raw = List.of(
                new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, "a|b"),
                new Matcher(PromqlNames.FIELD, Comparison.EQUALS_NOT, "x.y"),
                new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, "a.*"),
                new Matcher("host", Comparison.EQUALS, "h"));
        assertThat(tables.of(new Field("a", "value"), raw))
                .extracting(Matcher::toString)
                .containsExactly(
                        "__measurement__=~\"(?:a|b)_m5\"",
                        "__field__!~\"\\Qx.y\\E_mean\"",
                        "host=\"h\"",
                        "__name__=\"a_m5_value_mean\"");
        Matcher names = tables.ofAll(raw).get(3);
        assertThat(names.matches("a_b_m5_c_mean")).isTrue();
        assertThat(names.matches(PromqlNames.metric("a.b_m5", "c_mean"))).isTrue();
        assertThat(names.matches("a_m5_c_count")).isFalse();
    }

    private static List<String> ofTier(TierMetrics metrics, String raw) {
        return metrics.fields(raw).stream()
                .map(field -> metrics.of(field, List.of()).get(0).value())
                .toList();
    }
}
