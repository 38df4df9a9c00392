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
        assertThat(next(average, 0, 1)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(average, 9.9, 2)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(average, 10, 3)).isEqualTo(Outcome.DERIVED);
    }

    /** The deviation of few values is itself a matter of chance. */
    @Test
    void fewValuesHaveNoScore() {
        for (int minute = 0; minute < 60; minute++) {
            assertThat(next(score, minute * 60, minute % 7)).isEqualTo(Outcome.TOO_EARLY);
        }
    }

    /** The variance of values beyond 1e154 is not finite. */
    @Test
    void aHugeValueIsForgotten() {
        for (int second = 0; second < 300; second++) {
            next(score, second, second == 60 ? 1e200 : second == 61 ? -1.7e308 : 98 + second % 3);
            next(average, second, second == 60 ? 1.7e308 : second == 61 ? -1.7e308 : 98 + second % 3);
        }

        assertThat(next(score, 300, 200)).isEqualTo(Outcome.DERIVED);
        assertThat(score.value()).isGreaterThan(3);
        assertThat(next(average, 300, 99)).isEqualTo(Outcome.DERIVED);
        assertThat(average.value()).isBetween(98.0, 100.0);
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

    @Test
    void usualValuesAreUsualAfterAGap() {
        Random random = new Random(1);
        int scores = 0;
        for (int i = 0; i < 2_000; i++) {
            int second = i + i / 100 * 1_000;
            if (next(score, second, 98 + 4 * random.nextDouble()).hasResult()) {
                assertThat(score.value()).as("value " + i).isBetween(-3.5, 3.5);
                scores++;
            }
        }

        assertThat(scores).isGreaterThan(1_000);
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
            for (int i = 0; i < 100; i++) {
                // A repeat replaces its value.
                nanos += random.nextInt(4) == 0 ? 0 : random.nextInt(5_000) * (SECOND / 1_000);
                double value = random.nextInt(3) * 1_000 + random.nextInt(100);
                values.put(nanos, value);
                String at = "seed " + seed + " round " + round + " value " + i;
                check(average, nanos, value, isEarly(values) ? Double.NaN : mean(values), at);
                check(score, nanos, value, isEarly(values) || hasFew(values) ? Double.NaN : scoreOfLast(values), at);
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

    /** Whether the values before the last one weigh less than eight equal ones. */
    private static boolean hasFew(NavigableMap<Long, Double> values) {
        TreeMap<Long, Double> before = new TreeMap<>(values.headMap(values.lastKey()));
        return before.isEmpty() || squares(before) > 1.0 / 8;
    }

    private static double squares(NavigableMap<Long, Double> values) {
        return weights(values).values().stream()
                .mapToDouble(each -> each * each)
                .sum();
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
        double distance = values.lastEntry().getValue() - mean;
        return before.size() == 1 && distance != 0
                ? Double.NaN
                : distance == 0 ? 0 : distance / Math.sqrt(variance / (1 - squares(before)));
    }

    private static Outcome next(History history, double seconds, double value) {
        return history.next((long) (seconds * SECOND), FieldType.FLOAT, Double.doubleToRawLongBits(value));
    }
}
