package io.weir.dashboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PulseTest {
    private final Pulse pulse = new Pulse();

    @Test
    void showsRatesAndRecentLosses() {
        assertThat(pulse.view()).isEmpty();
        for (int second = 0; second <= 100; second++) {
            pulse.take(
                    second * 1_000L,
                    flow(second * 10L, second < 50 ? Map.of("old", 3L) : Map.of("old", 3L, "new", 7L)));
        }
        Pulse.View view = pulse.view().orElseThrow();
        assertThat(view.now().in()).isEqualTo(10);
        assertThat(view.now().stored()).isEqualTo(10);
        assertThat(view.losses()).containsOnly(Map.entry("old", 3L), Map.entry("new", 7L));
        assertThat(view.fresh()).containsOnly(Map.entry("new", 7L));
        assertThat(view.history()).hasSize(100);
    }

    @Test
    void keepsFiveMinutesAndToleratesARestart() {
        for (int second = 0; second < 1_000; second++) {
            pulse.take(second * 1_000L, flow(second, Map.of()));
        }
        pulse.take(1_000_000, flow(0, Map.of()));
        Pulse.View view = pulse.view().orElseThrow();
        assertThat(view.history()).hasSize(299);
        assertThat(view.now().in()).isZero();
    }

    private static Flow flow(long count, Map<String, Long> losses) {
        return new Flow(count, count, count, 5, 9, losses);
    }
}
