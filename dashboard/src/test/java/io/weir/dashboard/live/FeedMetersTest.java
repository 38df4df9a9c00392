package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeedMetersTest {
    private final LiveHub hub = new LiveHub(1_000, List.of("hostname"));
    private final FeedMeters meters = new FeedMeters(hub, Map.of("weir_gateway_rejected_total", "refused"));
    private final Pulse pulse = new Pulse();

    /** Two gateways whose probes report at different times; one of them restarts. */
    @Test
    void interpolatesProbeReportsToSteadyRates() {
        for (int second = 0; second <= 200; second++) {
            if (second % 10 == 0) {
                report("g1", "weir_gateway_lines_total,input=udp", 1_000_000 + second * 100, second);
                report("g1", "weir_gateway_rejected_total,input=udp,reason=no-field", second < 150 ? 3 : 8, second);
                report("w1", "weir_writer_lines_stored_total,target=main", second * 290, second);
                report("w1", "weir_writer_lines_stored_total,target=archive", second * 7, second);
            }
            if (second % 10 == 7) {
                report("g2", "weir_gateway_lines_total,input=udp", (second > 60 ? second - 60 : second) * 200, second);
            }
            long nowMillis = second * 1_000L;
            meters.flow(nowMillis).ifPresent(flow -> pulse.take(nowMillis, flow));
        }
        Pulse.View view = pulse.view().orElseThrow();
        assertThat(view.now().in()).isEqualTo(300);
        assertThat(view.now().stored()).isEqualTo(290);
        assertThat(view.history().stream().skip(30))
                .allSatisfy(second -> assertThat(second.in()).isBetween(299.0, 301.0));
        assertThat(view.losses()).containsExactly(Map.entry("refused udp no-field", 8L));
        assertThat(view.fresh()).containsExactly(Map.entry("refused udp no-field", 5L));
        assertThat(hub.feedCount()).as("this process is no client").isZero();
    }

    @Test
    void flowIsEmptyWithoutRecentReports() {
        assertThat(meters.flow(0)).isEmpty();
        report("g1", "weir_gateway_lines_total", 10, 0);
        assertThat(meters.flow(1_000)).as("one value has no rate").isEmpty();
        report("g1", "weir_gateway_lines_total", 20, 10);
        assertThat(meters.flow(11_000)).isPresent();
        assertThat(meters.flow(60_000)).isEmpty();
    }

    @Test
    void returnsTheMetersOfRules() {
        report("p1", "weir_processing_suppressed_by_rule_total,rule=swap", 7, 1);
        report("p2", "weir_processing_suppressed_by_rule_total,rule=swap", 5, 1);
        report("p2", "weir_processing_lookup_misses,rule=racks", 2, 1);
        assertThat(meters.ruleCounts(2_000))
                .containsExactlyInAnyOrder(
                        new RuleCount("swap", "processing.suppressed.by.rule", 7),
                        new RuleCount("swap", "processing.suppressed.by.rule", 5),
                        new RuleCount("racks", "processing.lookup.misses", 2));
    }

    private void report(String instance, String meter, double value, int second) {
        String line = "weir,hostname=h,instance=" + instance + ",meter=" + meter + " value=" + value + " " + second
                + "000000000";
        hub.take(line.getBytes(UTF_8), second * 1_000L);
    }
}
