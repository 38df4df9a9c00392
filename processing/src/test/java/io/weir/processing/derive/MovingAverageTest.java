package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.line.FieldType;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MovingAverageTest {

    private static final long SECOND = 1_000_000_000;
    private static final long HALF_LIFE = 10 * SECOND;

    private History average = new MovingAverage(HALF_LIFE, false);
    private History score = new MovingAverage(HALF_LIFE, true);

    @Test
    void halfOfTheWeightIsOnTheLastHalfLife() {
        next(average, 0, 100);
        Outcome outcome = next(average, 10, 200);

        assertThat(outcome).isEqualTo(Outcome.DERIVED);
        assertThat(average.value()).isEqualTo(150);
    }

    @Test
    void hasNoResultUntilValuesSpanAHalfLife() {
        assertThat(next(score, 0, 1)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(score, 9.9, 2)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(score, 10, 3)).isEqualTo(Outcome.DERIVED);
    }

    @Test
    void ignoresAnOlderValue() {
        next(average, 5, 1);

        assertThat(next(average, 4, 1)).isEqualTo(Outcome.OUT_OF_ORDER);
    }

    @Test
    void aConstantHasScoreZeroAndItsFirstChangeHasNone() {
        for (int second = 0; second < 60; second++) {
            next(score, second, 0.1);
        }

        assertThat(score.value()).isZero();
        assertThat(next(score, 60, 0.2)).isEqualTo(Outcome.UNDEFINED);
        assertThat(next(score, 61, 0.2)).isEqualTo(Outcome.DERIVED);
    }

    /** Values at long intervals are as usual as those at short ones. */
    @Test
    void aScoreDoesNotDependOnTheInterval() {
        for (int minute = 0; minute < 20; minute++) {
            next(score, minute * 60, minute % 2 == 0 ? 98 : 102);
        }

        assertThat(score.value()).isBetween(1.0, 2.0);
    }

    /** Weights as defined, from all values, instead of step by step. */
    @Test
    void resultsEqualThoseOfAllValues() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            average = new MovingAverage(HALF_LIFE, false);
            score = new MovingAverage(HALF_LIFE, true);
            TreeMap<Long, Double> values = new TreeMap<>();
            long nanos = random.nextInt(1_000) * SECOND;
            for (int i = 0; i < 40; i++) {
                // A repeat replaces its value.
                nanos += random.nextInt(4) == 0 ? 0 : random.nextInt(5_000) * (SECOND / 1_000);
                double value = random.nextInt(3) * 1_000 + random.nextInt(100);
                values.put(nanos, value);
                String at = "seed " + seed + " round " + round + " value " + i;
                check(average, nanos, value, isEarly(values) ? Double.NaN : mean(values), at);
                check(score, nanos, value, isEarly(values) ? Double.NaN : scoreOfLast(values), at);
                if (random.nextInt(5) == 0) {
                    average = Restarts.restarted(average, new MovingAverage(HALF_LIFE, false));
                    score = Restarts.restarted(score, new MovingAverage(HALF_LIFE, true));
                }
            }
        }
    }

    private static void check(History history, long nanos, double value, double expected, String at) {
        Outcome outcome = history.next(nanos, FieldType.FLOAT, Double.doubleToRawLongBits(value));
        assertThat(outcome.hasResult()).as(at).isEqualTo(Double.isFinite(expected));
        if (outcome.hasResult()) {
            assertThat(history.value()).as(at).isCloseTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
        }
    }

    private static boolean isEarly(NavigableMap<Long, Double> values) {
        return values.lastKey() - values.firstKey() < HALF_LIFE;
    }

    /** Each value weighs what the time before it has lost until the last one. */
    private static Map<Long, Double> weights(NavigableMap<Long, Double> values) {
        Map<Long, Double> weights = new TreeMap<>();
        for (long nanos : values.keySet()) {
            Long before = values.lowerKey(nanos);
            double until = Math.pow(0.5, (double) (values.lastKey() - nanos) / HALF_LIFE);
            double since = before == null ? 0 : Math.pow(0.5, (double) (values.lastKey() - before) / HALF_LIFE);
            weights.put(nanos, until - since);
        }
        return weights;
    }

    private static double mean(NavigableMap<Long, Double> values) {
        return weights(values).entrySet().stream()
                .mapToDouble(each -> each.getValue() * values.getOrDefault(each.getKey(), Double.NaN))
                .sum();
    }

    private static double scoreOfLast(NavigableMap<Long, Double> values) {
        TreeMap<Long, Double> before = new TreeMap<>(values.headMap(values.lastKey()));
        double mean = mean(before);
        double variance = weights(before).entrySet().stream()
                .mapToDouble(
                        each -> each.getValue() * Math.pow(before.getOrDefault(each.getKey(), Double.NaN) - mean, 2))
                .sum();
        double squares = weights(before).values().stream()
                .mapToDouble(each -> each * each)
                .sum();
        double distance = values.lastEntry().getValue() - mean;
        return before.size() == 1 && distance != 0
                ? Double.NaN
                : distance == 0 ? 0 : distance / Math.sqrt(variance / (1 - squares));
    }

    private static Outcome next(History history, double seconds, double value) {
        return history.next((long) (seconds * SECOND), FieldType.FLOAT, Double.doubleToRawLongBits(value));
    }
}
