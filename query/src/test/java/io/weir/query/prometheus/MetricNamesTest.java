package io.weir.query.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricNamesTest {
    private static final Set<String> KNOWN = Set.of("cpu", "cpu_temp", "node.disk", "up");

    private static String origin(Comparison comparison, String measurement, String name) {
        Matcher matcher = new Matcher(PromqlNames.MEASUREMENT, comparison, measurement);
        return new MetricNames(new Selection(List.of(matcher)), new KnownMeasurements(KNOWN, List.of("_m5", "_5-min")))
                .origin(name)
                .map(origin -> origin.measurement() + " " + origin.field())
                .orElse("");
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
}
