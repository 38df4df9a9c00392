package io.weir.standalone.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PortMetersTest {
    private static final String LINES = "weir_gateway_lines_total";

    @Test
    void readsOnlyNumbersOfWeir() {
        PortMeters meters = PortMeters.parse("""
                # HELP weir_gateway_lines_total Lines
                jvm_memory_used_bytes 5.0
                weir_gateway_lines_total{input="udp"} 3.0
                weir_gateway_lines_total{input="tcp"} 4.0
                weir_gateway_clock_ahead_seconds NaN
                """, 0);

        assertThat(meters.values())
                .isEqualTo(Map.of(
                        new PortMeters.Key(LINES, Map.of("input", "udp")), 3.0,
                        new PortMeters.Key(LINES, Map.of("input", "tcp")), 4.0));
        assertThat(meters.has(LINES)).isTrue();
        assertThat(meters.has("weir_gateway")).isFalse();
    }

    @Test
    void aCounterThatAppearsBeganAtZero() {
        PortMeters before = page(0, "weir_gateway_lines_total{input=\"udp\"} 10\n");
        PortMeters now =
                page(2, "weir_gateway_lines_total{input=\"udp\"} 14\nweir_gateway_lines_total{input=\"tcp\"} 6\n");

        assertThat(perSecond(before, now)).isEqualTo(5);
    }

    @Test
    void aSmallerCounterBeganAgainAtZero() {
        assertThat(perSecond(page(0, LINES + " 1000\n"), page(4, LINES + " 20\n")))
                .isEqualTo(5);
    }

    @Test
    void noTimeHasNoRate() {
        assertThat(perSecond(page(3, LINES + " 1\n"), page(3, LINES + " 20\n"))).isZero();
    }

    /** The oracle counts the lines themselves; a restart hides those before it, and never adds any. */
    @Test
    void isExactWithoutRestartsAndNeverTooHighWithThem() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            long counter = random.nextInt(1_000);
            PortMeters before = page(0, LINES + " " + counter + "\n");
            boolean isRestarted = random.nextInt(3) == 0;
            int received = random.nextInt(1_000);
            int lost = isRestarted ? random.nextInt(received + 1) : 0;
            counter = isRestarted ? received - lost : counter + received;
            int seconds = 1 + random.nextInt(9);

            double measured = seconds * perSecond(before, page(seconds, LINES + " " + counter + "\n"));

            if (isRestarted) {
                assertThat(measured).as("seed %d, run %d", seed, run).isBetween(0.0, (double) received + 1e-6);
            } else {
                assertThat(measured).as("seed %d, run %d", seed, run).isCloseTo(received, within(1e-6));
            }
        }
    }

    private static double perSecond(PortMeters before, PortMeters now) {
        return now.perSecond(before, meter -> meter.isNamed(LINES));
    }

    private static PortMeters page(int seconds, String text) {
        return PortMeters.parse(text, TimeUnit.SECONDS.toNanos(seconds));
    }
}
