package io.weir.query.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.prometheus.MetricNames.Fields;
import io.weir.query.prometheus.MetricNames.Origin;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricNamesTest {
    private static final Set<String> KNOWN = Set.of("cpu", "cpu_temp", "node.disk", "up");

    private static String origin(Comparison comparison, String measurement, String name) {
        return origin(names(KNOWN, false, new Matcher(PromqlNames.MEASUREMENT, comparison, measurement)), name);
    }

    private static String origin(MetricNames names, String name) {
        return names.origin(name)
                .map(origin -> origin.measurement() + " " + origin.field())
                .orElse("");
    }

    private static MetricNames names(Set<String> known, boolean isKept, Matcher... matchers) {
        return new MetricNames(
                new Selection(List.of(matchers)), new KnownMeasurements(known, List.of("_m5", "_5-min")), isKept);
    }

    private static Matcher measurement(String name) {
        return new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, name);
    }

    private static Matcher field(String name) {
        return new Matcher(PromqlNames.FIELD, Comparison.EQUALS, name);
    }

    private static String any(String name) {
        return origin(Comparison.MATCHES, ".*", name);
    }

    @Test
    void longestKnownMeasurementHasTheField() {
        assertThat(any("cpu_load_1m")).isEqualTo("cpu load_1m");
        assertThat(any("cpu_temp_max")).isEqualTo("cpu_temp max");
        assertThat(any("cpu_temperature")).isEqualTo("cpu temperature");
        assertThat(origin(Comparison.EQUALS, "cpu", "cpu_temp_max")).isEmpty();
    }

    @Test
    void nameOfAMeasurementIsItsFieldValue() {
        assertThat(any("up")).isEqualTo("up value");
        assertThat(any("up_value")).isEqualTo("up value");
        assertThat(any("cpu_temp")).isEqualTo("cpu_temp value");
        assertThat(any("load")).isEqualTo("load value");
    }

    @Test
    void charactersThatPrometheusLacksAreThoseOfTheMeasurement() {
        assertThat(any("node_disk_used")).isEqualTo("node.disk used");
        assertThat(any("node.disk_used")).isEqualTo("node.disk used");
    }

    /** Any sender can store such names, and each joint may end the measurement. */
    @Test
    void namesOfVeryManyJointsAreLeftOut() {
        MetricNames names = names(KNOWN, false);
        String most = "cpu" + "_a".repeat(1_000);
        assertThat(names.fields(List.of(most, most + "_a", "_".repeat(1 << 20))).metrics())
                .containsOnlyKeys(new Origin("cpu", "a" + "_a".repeat(999)));
    }

    @Test
    void measurementOfATierHasItsEnding() {
        assertThat(any("cpu_m5_load_mean")).isEqualTo("cpu_m5 load_mean");
        assertThat(any("cpu_5_min_load_mean")).isEqualTo("cpu_5-min load_mean");
        assertThat(any("net_io_m5_bytes_mean")).isEqualTo("net_io_m5 bytes_mean");
        assertThat(any("net_io_5_min_bytes_mean")).isEqualTo("net_io_5-min bytes_mean");
        assertThat(origin(Comparison.EQUALS, "net_io", "net_io_m5_bytes_mean")).isEmpty();
        assertThat(origin(Comparison.EQUALS, "net", "net_m5_bytes_mean")).isEmpty();
        assertThat(any("net_m50_bytes")).isEqualTo("net m50_bytes");
    }

    @Test
    void unknownMeasurementEndsWhereTheSelectorMatches() {
        assertThat(any("net_io_bytes")).isEqualTo("net io_bytes");
        assertThat(origin(Comparison.EQUALS, "net_io", "net_io_bytes")).isEqualTo("net_io bytes");
        assertThat(origin(Comparison.MATCHES, "net_i.*", "net_io_bytes")).isEqualTo("net_io bytes");
        assertThat(origin(Comparison.MATCHES, "net_io_.*", "net_io_bytes")).isEqualTo("net_io_bytes value");
        assertThat(origin(Comparison.EQUALS, "disk", "net_io_bytes")).isEmpty();
        assertThat(any("_a_")).isEqualTo("_a_ value");
    }

    @Test
    void keptNameHasAField() {
        MetricNames names = names(KNOWN, true);
        assertThat(origin(names, "cpu_temp")).isEqualTo("cpu temp");
        assertThat(origin(names, "cpu_temp_value")).isEqualTo("cpu_temp value");
        assertThat(origin(names, "net_io")).isEqualTo("net io");
        // Not from a line.
        assertThat(origin(names, "up")).isEqualTo("up value");
        assertThat(origin(names(Set.of(), true, measurement("cpu_temp")), "cpu_temp"))
                .isEmpty();
    }

    @Test
    void namedFieldMayHaveAShorterMeasurement() {
        Set<String> known = Set.of("net_io", "net_io_bytes", "cpu");
        MetricNames names = names(known, false, measurement("net"), field("io_bytes"));
        assertThat(origin(names, "net_io_bytes")).isEqualTo("net io_bytes");
        assertThat(origin(names(known, false, measurement("net_io"), field("bytes")), "net_io_bytes"))
                .isEqualTo("net_io bytes");
        assertThat(origin(names(known, false, field("bytes")), "net_io_bytes")).isEqualTo("net_io bytes");
        // The field of a known measurement is no other field.
        assertThat(origin(names(known, false, field("value")), "cpu_load")).isEmpty();
    }

    @Test
    void namedMeasurementTakesPrecedence() {
        assertThat(origin(names(Set.of("node_disk"), false, measurement("node.disk")), "node_disk_used"))
                .isEqualTo("node.disk used");
        assertThat(origin(names(Set.of("a.b", "a-b"), false, measurement("a.b")), "a_b_used"))
                .isEqualTo("a.b used");
        assertThat(origin(names(Set.of("node_disk"), true, measurement("node.disk")), "node_disk_used"))
                .isEmpty();
    }

    @Test
    void measurementsWithTheSameSpellingHaveAnOrder() {
        assertThat(origin(names(Set.of("a.b", "a-b"), false), "a_b_used")).isEqualTo("a-b used");
        assertThat(origin(names(Set.of("x_y", "x.y"), false), "x_y_used")).isEqualTo("x_y used");
    }

    @Test
    void fieldOfSeveralMetricsIsTheWrittenOne() {
        List<String> stored = List.of("up", "up_value");
        Fields prometheus = names(KNOWN, false).fields(stored);
        assertThat(prometheus).isEqualTo(new Fields(Map.of(new Origin("up", "value"), "up"), false));
        Fields kept = names(KNOWN, true).fields(stored);
        assertThat(kept).isEqualTo(new Fields(Map.of(new Origin("up", "value"), "up_value"), false));
    }
}
