package io.weir.processing.aggregate.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.Histogram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketsTest {

    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double[] POSITIVE = {0.1, 5, 0.2, 7, 1, 11, INF, 12};
    private static final double[] NEGATIVE = {-0.2, 1, -0.1, 2, 0.3, 2, INF, 3};

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The numbers are those of Prometheus' own tests of histogram_quantile. */
    @ParameterizedTest
    @CsvSource({"0.2,0.048,-0.2", "0.5,0.15,-0.15", "0.8,0.72,0.3", "0.99999,1,0.3"})
    void quantilesAreThoseOfPrometheus(double share, double ofPositive, double ofNegative) {
        assertThat(of(POSITIVE).quantile(share)).isCloseTo(ofPositive, within(1e-12));
        assertThat(of(NEGATIVE).quantile(share)).isCloseTo(ofNegative, within(1e-12));
    }

    @Test
    void someBucketsHaveNoQuantiles() {
        assertThat(of().quantile(0.5)).isNaN();
        assertThat(of(INF, 3).quantile(0.5)).isNaN();
        assertThat(of(1, 3, 2, 3).quantile(0.5)).as("without +Inf").isNaN();
        assertThat(of(1, 0, INF, 0).quantile(0.5)).as("without observations").isNaN();
        assertThat(of(1, -3, INF, -1).quantile(0.5)).isNaN();
        assertThat(of(1, INF, 2, INF, INF, INF).quantile(0.5)).isNaN();
    }

    @Test
    void aBucketIsAtLeastTheSmallerOne() {
        assertThat(of(1, 4, 2, 3, 3, 8, INF, 7).quantile(0.75))
                .isEqualTo(of(1, 4, 2, 4, 3, 8, INF, 8).quantile(0.75));
        // Differences of rounding are not observations: the median is 1, and not between 1 and 1000.
        assertThat(of(1, 0.3, 1_000, 0.1 + 0.2, INF, 0.6).quantile(0.5)).isEqualTo(1);
    }

    @Test
    void quantilesInvertTheDistribution() {
        for (int round = 0; round < 2_000; round++) {
            SortedMap<Double, Double> counts = new TreeMap<>();
            int size = 2 + random.nextInt(20);
            double count = 0;
            for (int i = 0; i < size; i++) {
                count += random.nextInt(3) == 0 ? 0 : random.nextInt(1_000);
                counts.put(i == size - 1 ? INF : i - random.nextInt(3) * 0.25 - Math.floor(size / 3.0), count);
            }
            Buckets buckets = merged(counts);
            double share = random.nextDouble(0.00001, 0.99999);

            double actual = buckets.quantile(share);

            double expected = counts.size() < 2 || count == 0 ? Double.NaN : bisected(counts, share * count);
            if (Double.isNaN(expected)) {
                assertThat(actual).as("seed %d round %d", seed, round).isNaN();
            } else {
                assertThat(actual)
                        .as("seed %d round %d: %s of %s", seed, round, share, counts)
                        .isCloseTo(expected, within(1e-6));
            }
        }
    }

    /** The least number up to which at least {@code rank} observations lie, found by bisection. */
    private static double bisected(SortedMap<Double, Double> counts, double rank) {
        double from = Math.min(0, counts.firstKey());
        double to = counts.headMap(INF).lastKey();
        for (int step = 0; step < 60; step++) {
            double middle = (from + to) / 2;
            if (upTo(counts, middle) >= rank) {
                to = middle;
            } else {
                from = middle;
            }
        }
        return to;
    }

    private static double upTo(SortedMap<Double, Double> counts, double number) {
        double lower = Math.min(0, counts.firstKey());
        double below = 0;
        for (Map.Entry<Double, Double> bucket : counts.entrySet()) {
            double upper = bucket.getKey();
            if (number <= upper) {
                double part = upper == lower ? 1 : (number - lower) / (upper - lower);
                return below + (bucket.getValue() - below) * (upper == INF ? 0 : part);
            }
            lower = upper;
            below = bucket.getValue();
        }
        return below;
    }

    /** Buckets that arrive in parts, in any order, some of them from another partition. */
    private Buckets merged(SortedMap<Double, Double> counts) {
        Buckets here = new Buckets();
        Buckets there = new Buckets();
        counts.forEach((bound, count) -> {
            double part = Math.floor(count * random.nextDouble());
            (random.nextBoolean() ? here : there).add(bound, part);
            (random.nextBoolean() ? here : there).add(bound, count - part);
        });
        return read(here, there);
    }

    @Test
    void moreBoundsThanTheLimitAreRefused() throws IOException {
        Buckets full = new Buckets();
        for (int bound = 0; bound < Histogram.MOST_BOUNDS; bound++) {
            assertThat(full.isFullFor(bound)).isFalse();
            full.add(bound, 1);
        }
        assertThat(full.isFullFor(7)).isFalse();
        assertThat(full.isFullFor(7.5)).isTrue();
        Buckets others = new Buckets();
        others.add(7.5, 1);
        others.add(INF, 2_000);
        // The merge stage takes all bounds of each partition.
        assertThat(read(full, others).quantile(0.999)).isEqualTo(Histogram.MOST_BOUNDS - 1);

        full.add(7.5, 1);
        byte[] tooMany = written(full);
        assertThatThrownBy(() -> new Buckets().read(new DataInputStream(new ByteArrayInputStream(tooMany))))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0.005,0.005",
        "5,5",
        "1e+06,1000000",
        "1E-3,0.001",
        ".5,0.5",
        "5.,5",
        "+2,2",
        "-0.25,-0.25",
        "-0,0",
        "+Inf,Infinity",
        "inf,Infinity",
        "+Infinity,Infinity",
        "-Inf,NaN",
        "NaN,NaN",
        "1e999,NaN",
        "1d,NaN",
        "0x10,NaN",
        "' 1',NaN",
        "'',NaN",
        "1.2.3,NaN",
        "e5,NaN",
        "'0,5',NaN",
        "total,NaN"
    })
    void aBoundIsANumberOrInfinity(String tag, double bound) {
        assertThat(BucketBound.of(tag)).isEqualTo(Double.valueOf(bound));
        assertThat(BucketBound.of(null)).isNaN();
    }

    private static Buckets of(double... boundsAndCounts) {
        Buckets buckets = new Buckets();
        for (int i = 0; i < boundsAndCounts.length; i += 2) {
            buckets.add(boundsAndCounts[i], boundsAndCounts[i + 1]);
        }
        return buckets;
    }

    private static Buckets read(Buckets... partials) {
        Buckets all = new Buckets();
        for (Buckets each : partials) {
            try {
                all.read(new DataInputStream(new ByteArrayInputStream(written(each))));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return all;
    }

    private static byte[] written(Buckets buckets) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        buckets.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }
}
