package io.weir.standalone.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterSampleTest {
    private static final String PAGE = """
            # TYPE weir_gateway_lines_total counter
            weir_gateway_lines_total{input="udp"} 1.0E9
            weir_gateway_lines_total{input="tcp",name="a \\"b\\", {c}"} 2.0
            weir_gateway_lines 5.0
            weir_gateway_spool_bytes many
            weir_gateway_spool
            jvm_threads_live_threads 17.0
            """;

    @Test
    void readsNamesLabelsAndValues() {
        assertThat(MeterSample.all(PAGE, "weir_gateway_"))
                .containsExactly(
                        new MeterSample("weir_gateway_lines_total", Map.of("input", "udp"), 1e9),
                        new MeterSample("weir_gateway_lines_total", Map.of("input", "tcp", "name", "a \"b\", {c}"), 2),
                        new MeterSample("weir_gateway_lines", Map.of(), 5),
                        new MeterSample("weir_gateway_spool_bytes", Map.of(), Double.NaN));
    }

    @Test
    void sumsOverLabels() {
        assertThat(MeterSample.sum(PAGE, "weir_gateway_lines_total")).isEqualTo(1e9 + 2);
        assertThat(MeterSample.sum(PAGE, "weir_gateway_lines")).isEqualTo(5);
        assertThat(MeterSample.sum(PAGE, "weir_gateway")).isZero();
    }
}
