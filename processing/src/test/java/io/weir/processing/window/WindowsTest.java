package io.weir.processing.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.AggregateFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WindowsTest {

    private static final long SECOND = 1_000_000_000;
    private static final WindowSpec ONE_SECOND = new WindowSpec(SECOND, 2 * SECOND, 1);

    @Test
    void closesAWindowOnceTheSeriesHasPassedItsEndAndGrace() {
        Windows windows = new Windows(ONE_SECOND);
        add(windows, 100, 5);

        add(windows, 3 * SECOND - 1, 7);
        assertThat(windows.closable()).isZero();

        add(windows, 3 * SECOND, 9);
        assertThat(windows.closable()).isEqualTo(1);
        assertThat(windows.start(0)).isZero();
        assertThat(windows.value(0, 0, AggregateFunction.MEAN)).isEqualTo(5);
    }

    @Test
    void refusesValuesOfAClosedWindow() {
        Windows windows = new Windows(ONE_SECOND);
        add(windows, 100, 5);
        add(windows, 3 * SECOND, 9);
        windows.close(windows.closable());

        assertThat(windows.add(999, 0, 1)).isFalse();
        assertThat(windows.add(SECOND, 0, 1)).isTrue();
    }

    @Test
    void closesASilentSeriesByLogTimeInItsOwnClock() {
        Windows windows = new Windows(ONE_SECOND);
        long behind = 3600 * SECOND;
        windows.add(500, 0, 1);
        windows.observe(500, 500 + behind);

        assertThat(windows.closableAtLogTime(behind + 3 * SECOND - 1)).isZero();
        assertThat(windows.closableAtLogTime(behind + 3 * SECOND)).isEqualTo(1);
        assertThat(windows.closesAtLogTime()).isEqualTo(behind + 3 * SECOND);
    }

    @Test
    void alignsWindowsBeforeTheEpochToo() {
        Windows windows = new Windows(ONE_SECOND);

        add(windows, -1, 5);

        assertThat(windows.start(0)).isEqualTo(-SECOND);
    }

    @Test
    void agreesWithASimpleOracleOnRandomSeriesWithRestartsInTheMiddle() throws IOException {
        for (int round = 0; round < 200; round++) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            List<String> got = new ArrayList<>();
            Map<Long, List<Double>> values = new TreeMap<>();
            Windows windows = new Windows(ONE_SECOND);
            long watermark = Long.MIN_VALUE;
            long closedUntil = Long.MIN_VALUE;
            for (int i = 0; i < 300; i++) {
                long timestamp = i * SECOND / 10 + (long) (random.nextGaussian() * SECOND);
                double value = random.nextInt(100);
                long start = Math.floorDiv(timestamp, SECOND) * SECOND;
                if (start >= closedUntil) {
                    values.computeIfAbsent(start, s -> new ArrayList<>()).add(value);
                }
                watermark = Math.max(watermark, timestamp);
                for (long open : values.keySet()) {
                    if (open + 3 * SECOND <= watermark) {
                        closedUntil = Math.max(closedUntil, open + SECOND);
                    }
                }
                add(windows, timestamp, value);
                collect(windows, windows.closable(), got);
                if (random.nextInt(20) == 0) {
                    windows = restarted(windows);
                }
            }
            collect(windows, windows.closableAtLogTime(Long.MAX_VALUE / 2), got);
            assertThat(got).as("seed %d", seed).isEqualTo(expected(values));
        }
    }

    @Test
    void keepsTheFirstAndLastByTimestampNotByArrival() {
        Windows windows = new Windows(ONE_SECOND);
        add(windows, 50, 2);
        add(windows, 90, 3);
        add(windows, 10, 1);

        assertThat(windows.value(0, 0, AggregateFunction.FIRST)).isEqualTo(1);
        assertThat(windows.value(0, 0, AggregateFunction.LAST)).isEqualTo(3);
        assertThat(windows.value(0, 0, AggregateFunction.SUM)).isEqualTo(6, within(0.0));
    }

    private static void add(Windows windows, long timestamp, double value) {
        windows.add(timestamp, 0, value);
        windows.observe(timestamp, timestamp);
    }

    private static void collect(Windows windows, int count, List<String> to) {
        for (int i = 0; i < count; i++) {
            to.add(windows.start(i) + " n=" + windows.count(i, 0) + " sum="
                    + windows.value(i, 0, AggregateFunction.SUM) + " min="
                    + windows.value(i, 0, AggregateFunction.MIN) + " max="
                    + windows.value(i, 0, AggregateFunction.MAX));
        }
        windows.close(count);
    }

    private static List<String> expected(Map<Long, List<Double>> values) {
        return values.entrySet().stream()
                .map(window -> {
                    List<Double> in = window.getValue();
                    return window.getKey() + " n=" + in.size() + " sum="
                            + in.stream().mapToDouble(d -> d).sum() + " min="
                            + in.stream().mapToDouble(d -> d).min().orElseThrow() + " max="
                            + in.stream().mapToDouble(d -> d).max().orElseThrow();
                })
                .collect(Collectors.toList());
    }

    private static Windows restarted(Windows windows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        Windows again = new Windows(ONE_SECOND);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return again;
    }
}
