package io.weir.standalone.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.status.Reading.Latency;
import io.weir.standalone.status.Reading.Target;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void isSilentUnlessSomethingFlowedOrWasLost() {
        Summary summary = new Summary(reading(0, 0, Map.of()));

        assertThat(summary.next(reading(60, 0, Map.of()))).isEmpty();
        assertThat(summary.next(reading(120, 600, Map.of())))
                .contains("in 10.0/s | processed 10.0/s | stored 10.0/s | no alarms");
        assertThat(summary.next(reading(180, 600, Map.of()))).isEmpty();
        assertThat(summary.next(reading(240, 600, Map.of("late for their window", 1L))))
                .contains("in 0/s | processed 0/s | stored 0/s | no alarms | lost: 1 late for their window");
        assertThat(summary.next(reading(300, 600, Map.of("late for their window", 1L))))
                .isEmpty();
    }

    private static Reading reading(long seconds, long lines, Map<String, Long> losses) {
        return new Reading(
                TimeUnit.SECONDS.toNanos(seconds),
                lines,
                lines,
                new TreeMap<>(Map.of(Reading.MAIN, new Target(lines, Latency.NONE))),
                losses,
                Map.of());
    }
}
