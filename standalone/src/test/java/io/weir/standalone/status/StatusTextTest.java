package io.weir.standalone.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.standalone.status.Reading.Latency;
import io.weir.standalone.status.Reading.Target;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatusTextTest {

    private static final Reading BEFORE =
            new Reading(seconds(7), 1_000, 900, main(800, Latency.NONE), Map.of(), Map.of());

    @Test
    void tellsRatesBetweenTwoReadings() {
        Reading now = new Reading(seconds(9), 3_000, 25_500, main(3_000_800, Latency.NONE), Map.of(), Map.of());

        assertThat(StatusText.flowing(BEFORE, now, List.of()))
                .containsExactly("in 1.00 k/s", "processed 12.3 k/s", "stored 1.50 M/s", "no alarms");
    }

    @Test
    void showsLatencyAlarmsLossesAndServicesThatAreNotReady() {
        Reading now = new Reading(
                seconds(8),
                1_000,
                900,
                main(800, new Latency(45.4, 1_250)),
                new TreeMap<>(Map.of("refused bad-field", 3L, "dropped broker-slow", 12_345L)),
                Map.of(Severity.MINOR, 2L, Severity.MAJOR, 1L));

        assertThat(StatusText.flowing(BEFORE, now, List.of("writer: store away")))
                .containsExactly(
                        "in 0/s",
                        "processed 0/s",
                        "stored 0/s",
                        "latency p50 45 p99 1250 ms",
                        "alarms 1 major, 2 minor",
                        "lost: 12345 dropped broker-slow",
                        "3 refused bad-field",
                        "writer: store away");
    }

    @Test
    void tellsOfEveryTargetAndWhichIsBehind() {
        SortedMap<String, Target> before = main(800, Latency.NONE);
        before.put("archive", new Target(100, Latency.NONE));
        SortedMap<String, Target> after = main(1_800, new Latency(20, 40));
        after.put("archive", new Target(300, new Latency(240_400, 250_000)));
        after.put("copy", new Target(1_000, new Latency(4_900, 30_000)));
        Reading earlier = new Reading(seconds(7), 0, 0, before, Map.of(), Map.of());
        Reading now = new Reading(seconds(8), 0, 0, after, Map.of(), Map.of());

        assertThat(StatusText.flowing(earlier, now, List.of()))
                .containsExactly(
                        "in 0/s",
                        "processed 0/s",
                        "stored 1.00 k/s",
                        "latency p50 20 p99 40 ms",
                        "archive 200/s, lag 240 s",
                        "copy 1.00 k/s",
                        "no alarms");
        assertThat(now.hasMovedSince(earlier)).isTrue();
        assertThat(now.hasMovedSince(now)).isFalse();
    }

    private static SortedMap<String, Target> main(long stored, Latency latency) {
        return new TreeMap<>(Map.of(Reading.MAIN, new Target(stored, latency)));
    }

    @Test
    void tellsWhatIsStartedAndWaitedFor() {
        assertThat(StatusText.starting("Kafka", 4, List.of())).containsExactly("starting Kafka, 4 s");
        assertThat(StatusText.starting("services", 6, List.of("writer: starting")))
                .containsExactly("starting services, 6 s", "writer: starting");
    }

    @Test
    void ratesHaveThreeDigits() {
        assertRate(0, "0/s");
        assertRate(0.2, "0.20/s");
        assertRate(9.994, "9.99/s");
        assertRate(9.996, "10.0/s");
        assertRate(99.96, "100/s");
        assertRate(999.4, "999/s");
        assertRate(999.6, "1.00 k/s");
        assertRate(99_960, "100 k/s");
        assertRate(999_499, "999 k/s");
        assertRate(600_000, "600 k/s");
        assertRate(999_501, "1.00 M/s");
        assertRate(123_456_789, "123 M/s");
    }

    @Test
    void thereIsNoRateWithoutTime() {
        assertThat(RateText.of(5, 0)).isEqualTo("0/s");
    }

    private static void assertRate(double perSecond, String expected) {
        assertThat(RateText.of(Math.round(perSecond * 1_000), seconds(1_000))).isEqualTo(expected);
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
