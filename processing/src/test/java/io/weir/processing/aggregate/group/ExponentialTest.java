package io.weir.processing.aggregate.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.LineHistogram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Merged histograms against the observations themselves. */
class ExponentialTest {

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A histogram of some observations, as a sender makes it. */
    private static Exponential of(List<Double> observations, int scale, double threshold) {
        Exponential made = new Exponential();
        long zeros = observations.stream()
                .filter(each -> Math.abs(each) <= threshold)
                .count();
        made.begin(scale, threshold, (double) zeros, false);
        for (double each : observations) {
            if (Math.abs(each) > threshold) {
                // No observation is at a bound.
                long index = (long) Math.floor(Math.log(Math.abs(each)) / Math.log(2) * Math.pow(2, scale));
                assertThat(made.add(each < 0, index, 1)).isTrue();
            }
        }
        made.end();
        return made;
    }

    private List<Double> observations(int most) {
        List<Double> observations = new ArrayList<>();
        int spread = 1 + random.nextInt(20);
        int kind = random.nextInt(3);
        for (int left = random.nextInt(most); left > 0; left--) {
            double size = Math.exp(random.nextGaussian() * spread);
            boolean isNegative = kind == 0 || (kind == 1 && random.nextBoolean());
            observations.add(random.nextInt(10) == 0 ? 0.0 : isNegative ? -size : size);
        }
        return observations;
    }

    @Test
    void quantilesOfMergedHistogramsAreInTheBucketOfTheTrueOne() {
        for (int round = 0; round < 2_000; round++) {
            String where = "seed " + seed + " round " + round;
            Exponential merged = new Exponential();
            List<Double> all = new ArrayList<>();
            double threshold = 0;
            int scale = Exponential.MOST_SCALE;
            for (int left = 1 + random.nextInt(5); left > 0; left--) {
                List<Double> some = observations(200);
                int ofSome = random.nextInt(12) - 3;
                double zero = random.nextBoolean() ? 0 : Math.exp(random.nextGaussian() * 3);
                merged.add(Observations.of(
                        LineHistogram.Form.EXPONENTIAL, of(some, ofSome, zero).bytes()));
                all.addAll(some);
                threshold = some.isEmpty() ? threshold : Math.max(threshold, zero);
                boolean hasBuckets = some.stream().anyMatch(each -> Math.abs(each) > zero);
                scale = hasBuckets ? Math.min(scale, ofSome) : scale;
            }
            Map<String, Object> parts = parts(merged);
            assertThat(merged.count()).as(where).isEqualTo(all.size());
            if (all.isEmpty()) {
                assertThat(merged.quantile(0.5)).as(where).isNaN();
                continue;
            }
            assertThat((long) parts.getOrDefault("scale", 0L)).as(where).isLessThanOrEqualTo(scale);
            double zero = (double) parts.getOrDefault("zero_threshold", 0.0);
            double factor = Math.pow(2, Math.pow(2, -scale));
            // The bucket that the threshold lies in is a part of the zero bucket.
            assertThat(zero).as(where).isBetween(threshold, Math.max(threshold * factor * (1 + 1e-9), threshold));
            Collections.sort(all);
            for (double share : new double[] {0.01, 0.25, 0.5, 0.9, 0.999}) {
                double exact = all.get((int) Math.ceil(share * all.size() - 1e-9) - 1);
                double estimate = merged.quantile(share);
                String which = where + " share " + share + " exact " + exact + " estimate " + estimate;
                if (Math.abs(exact) <= zero) {
                    assertThat(Math.abs(estimate)).as(which).isLessThanOrEqualTo(zero);
                } else {
                    assertThat(estimate / exact).as(which).isBetween(1 / factor - 1e-9, factor + 1e-9);
                }
            }
        }
    }

    private static Map<String, Object> parts(Exponential histogram) {
        Map<String, Object> parts = new HashMap<>();
        histogram.parts(new Observations.Parts() {
            @Override
            public void number(String name, double value) {
                parts.put(name, value);
            }

            @Override
            public void integer(String name, long value) {
                parts.put(name, value);
            }

            @Override
            public void text(String name, String value) {
                parts.put(name, value);
            }
        });
        return parts;
    }

    @Test
    void anIncreaseHasTheObservationsInBetween() {
        for (int round = 0; round < 1_000; round++) {
            int later = random.nextInt(12) - 3;
            int earlier = later + random.nextInt(3);
            double threshold = random.nextBoolean() ? 0 : 1e-9;
            List<Double> before = observations(100);
            List<Double> step = observations(100);
            List<Double> all = new ArrayList<>(before);
            all.addAll(step);
            Exponential expected = of(step, later, threshold);
            assertThat(of(all, later, threshold)
                            .since(of(before, earlier, threshold))
                            .bytes())
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected.bytes());
        }
    }

    @Test
    void aSmallerCountBeginsAgain() {
        Exponential earlier = of(List.of(1.5, 1.5, -3.0), 0, 0);
        for (Exponential later : List.of(
                of(List.of(1.5, -3.0, 100.0), 0, 0),
                of(List.of(1.5, 1.5, 100.0), 0, 0),
                of(List.of(1.5, 1.5, 1.6, -3.0), 1, 0))) {
            assertThat(later.since(earlier).bytes()).isEqualTo(later.bytes());
        }
        Exponential zeros = of(List.of(0.0, 0.0, 3.0), 0, 0.5);
        Exponential lower = of(List.of(0.0, 0.0, 3.0, 3.0), 0, 0.25);
        assertThat(lower.since(zeros).bytes()).isEqualTo(lower.bytes());
        assertThat(of(List.of(0.0, 3.0, 3.0), 0, 0.5).since(zeros).count()).isEqualTo(3);
    }

    /** As in Prometheus: exponentially within a bucket, linearly within that of zero. */
    @Test
    void quantilesAreInterpolated() {
        Exponential positive = of(List.of(1.1, 1.1, 5.0, 5.0), 0, 0);
        assertThat(positive.quantile(0.25)).isCloseTo(Math.sqrt(2), within(1e-12));
        assertThat(positive.quantile(0.5)).isEqualTo(2);
        assertThat(positive.quantile(0.75)).isCloseTo(Math.sqrt(32), within(1e-12));
        Exponential negative = of(List.of(-1.1, -1.1, -5.0, -5.0), 0, 0);
        assertThat(negative.quantile(0.5)).isEqualTo(-4);
        assertThat(negative.quantile(0.25)).isCloseTo(-Math.sqrt(32), within(1e-12));
        assertThat(of(List.of(0.0, 0.0, 5.0, 5.0), 0, 1).quantile(0.25)).isEqualTo(0.5);
        assertThat(of(List.of(0.0, 0.0, -5.0, -5.0), 0, 1).quantile(0.75)).isEqualTo(-0.5);
        assertThat(of(List.of(0.0, 0.0, -5.0, 5.0), 0, 1).quantile(0.5)).isZero();
    }

    /** Half of the observations are at most the median, and so on. */
    @Test
    void theObservationsUpToAQuantileAreItsShare() {
        for (int round = 0; round < 1_000; round++) {
            // Between two buckets.
            double threshold = random.nextBoolean() ? 0 : Math.scalb(1.0, random.nextInt(7) - 3);
            Exponential histogram = of(observations(100), random.nextInt(8), threshold);
            if (histogram.count() == 0) {
                continue;
            }
            double share = (1 + random.nextInt(99)) / 100.0;
            double quantile = histogram.quantile(share);
            double count = histogram.atMost(quantile);
            String where = "seed " + seed + " round " + round + " share " + share + " at " + quantile;
            if (Math.abs(quantile) <= threshold && threshold == 0) {
                // All zeros are at one place.
                assertThat(count).as(where).isGreaterThanOrEqualTo(share * histogram.count() - 1e-6);
            } else {
                assertThat(count).as(where).isCloseTo(share * histogram.count(), within(1e-6 * histogram.count()));
            }
            assertThat(histogram.atMost(Double.POSITIVE_INFINITY)).as(where).isEqualTo(histogram.count());
            assertThat(histogram.atMost(Double.NEGATIVE_INFINITY)).as(where).isZero();
        }
    }

    @Test
    void moreBucketsThanMayBeAreMergedToASmallerScale() {
        Exponential merged = new Exponential();
        Exponential parts = new Exponential();
        parts.begin(8, 0, 0, false);
        for (int index = 0; index < 2_000; index++) {
            parts.add(false, index, 1);
        }
        parts.end();
        merged.add(parts);
        assertThat(parts(merged)).containsEntry("scale", 7L).containsEntry("count_delta", 2_000.0);
        assertThat(Observations.of(LineHistogram.Form.EXPONENTIAL, merged.bytes())
                        .count())
                .isEqualTo(2_000);
    }

    @Test
    void anArrayHasNoMoreElementsThanBucketsMayBe() {
        Exponential wide = of(List.of(1e-200, 1e200), 3, 0);
        Map<String, Object> parts = parts(wide);
        assertThat(((String) parts.getOrDefault("positive_delta", "")).split(","))
                .hasSizeBetween(500, 1_024);
        assertThat(wide.quantile(0.9)).isCloseTo(1e200, within(1e199));
    }

    @Test
    void extremesOfDoublesHaveBuckets() {
        for (int scale = Exponential.LEAST_SCALE; scale <= Exponential.MOST_SCALE; scale++) {
            Exponential made = new Exponential();
            made.begin(scale, 0, 0, false);
            long last = scale >= 0 ? (1_024L << scale) - 1 : (1_023 >> -scale);
            long first = scale >= 0 ? -1_075L << scale : -1_075 >> -scale;
            assertThat(made.add(false, last, 1)).as("scale %d", scale).isTrue();
            assertThat(made.add(true, first, 1)).as("scale %d", scale).isTrue();
            assertThat(made.add(false, last + 1, 1)).as("scale %d", scale).isFalse();
            assertThat(made.add(false, first - (1L << Math.max(0, scale)) - 1, 1))
                    .as("scale %d", scale)
                    .isFalse();
            assertThat(made.add(false, Long.MAX_VALUE, 0)).isTrue();
            assertThat(made.quantile(0.9)).as("scale %d", scale).isPositive().isFinite();
            assertThat(made.quantile(0.1)).as("scale %d", scale).isNegative().isFinite();
        }
    }
}
