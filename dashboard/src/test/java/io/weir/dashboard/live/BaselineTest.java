package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BaselineTest {

    @Test
    void comparesWithWeightedMeanAndDeviationOfEarlierValues() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Baseline baseline = new Baseline();
        List<List<Double>> came = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int turn = 0; turn < 600; turn++) {
            int field = random.nextInt(came.size());
            double value = random.nextInt(20) == 0 ? 500 * random.nextGaussian() : 100 + 10 * random.nextGaussian();
            baseline.take(field, value);
            List<Double> before = List.copyOf(came.get(field));
            came.get(field).add(value);
            if (before.size() < 7) {
                assertThat(baseline.deviation(field, value)).isZero();
            } else {
                double mean = mean(before);
                double spread = Math.max(spread(before, mean), 0.01 * Math.abs(mean));
                assertThat(baseline.mean(field, value)).isCloseTo(mean, within(1e-6));
                assertThat(baseline.deviation(field, value))
                        .isCloseTo(Math.abs(value - mean) / spread, Percentage.withPercentage(0.01));
            }
        }
    }

    @Test
    void deviationFromConstantValuesIsBounded() {
        Baseline baseline = new Baseline();
        for (int i = 0; i < 50; i++) {
            baseline.take(0, 0);
            assertThat(baseline.deviation(0, 0)).isZero();
        }
        baseline.take(0, 1);
        assertThat(baseline.deviation(0, 1)).isEqualTo(Baseline.MOST_DEVIATION);
    }

    @Test
    void steadilyGrowingCounterHasSmallDeviation() {
        Baseline baseline = new Baseline();
        for (int i = 0; i < 500; i++) {
            baseline.take(0, 1e12 + i * 1e6);
        }
        assertThat(baseline.deviation(0, 1e12 + 499 * 1e6)).isLessThan(2);
    }

    @Test
    void hubListsOutliersByDeviationWithoutSilentSeries() {
        LiveHub hub = new LiveHub(1_000, List.of("hostname"));
        Random random = new Random(7);
        for (int second = 1; second <= 60; second++) {
            for (int host = 0; host < 30; host++) {
                double jump = second == 60 ? host * 0.5 : 0;
                String line = "temp" + host + ",hostname=h" + host + " a=" + (20 + random.nextDouble() + jump) + ",b="
                        + (20 + random.nextDouble() + jump / 2) + ",text=\"x\" " + second + "000000000";
                hub.take(line.getBytes(UTF_8), second * 1_000L);
            }
        }
        List<Outlier> outliers = hub.outliers(60_000);
        assertThat(outliers).hasSize(10).allSatisfy(outlier -> {
            assertThat(outlier.field()).isEqualTo("a");
            assertThat(outlier.baseline()).isBetween(20.2, 20.8);
            assertThat(outlier.millis()).isEqualTo(60_000);
        });
        assertThat(outliers)
                .extracting(Outlier::deviation)
                .isSortedAccordingTo((one, other) -> Double.compare(other, one));
        assertThat(outliers.get(0).value() - 20).isGreaterThan(12);
        assertThat(hub.outliers(61_000)).as("found a second ago").isSameAs(outliers);
        assertThat(hub.outliers(180_000)).isEqualTo(outliers);
        assertThat(hub.outliers(660_000)).isEmpty();
    }

    @Test
    void deviationIsRememberedForTenMinutesWithItsLargestValue() {
        LiveHub hub = new LiveHub(1_000, List.of("hostname"));
        for (int second = 1; second <= 300; second++) {
            double temp = second < 100 ? 20 + second % 2 : second == 102 ? 500 : 80;
            hub.take(("temp,hostname=h1 c=" + temp + " " + second + "000000000").getBytes(UTF_8), second * 1_000L);
            hub.measure(second * 1_000L);
        }
        assertThat(hub.outliers(302_000)).singleElement().satisfies(outlier -> {
            assertThat(outlier.value()).as("the peak").isIn(80.0, 500.0);
            assertThat(outlier.deviation()).isGreaterThan(20);
            assertThat(outlier.seenMillis()).isBetween(100_000L, 120_000L);
        });
        long seenMillis = hub.outliers(302_000).get(0).seenMillis();
        assertThat(hub.outliers(seenMillis + 599_000)).hasSize(1);
        assertThat(hub.outliers(seenMillis + 602_000)).isEmpty();
    }

    @Test
    void seriesThatDeviateTogetherAreOneOutlierAndOwnMetersNone() {
        LiveHub hub = new LiveHub(1_000, List.of("hostname"));
        Random random = new Random(7);
        for (int second = 1; second <= 60; second++) {
            boolean isLast = second == 60;
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 20; host++) {
                double rpm = 4_000 + random.nextDouble() * 50 + (isLast && host < 15 ? 500 + 100 * host : 0);
                lines.append("fan,hostname=h" + host + " rpm=" + rpm + " " + second + "000000000\n");
                lines.append("weir,hostname=h" + host + " value=" + (isLast ? 9e9 : 1) + " " + second + "000000000\n");
            }
            lines.append("temp,hostname=h1 c=" + (isLast ? 25 : 20 + random.nextDouble()) + " " + second + "000000000");
            hub.take(lines.toString().getBytes(UTF_8), second * 1_000L);
        }
        assertThat(hub.outliers(60_000))
                .extracting(outlier ->
                        outlier.measurement() + " " + outlier.tags().get("hostname") + " " + outlier.series())
                .containsExactlyInAnyOrder("fan h14 15", "temp h1 1");
    }

    @Test
    void seriesCountsInEachFieldThatDeviates() {
        LiveHub hub = new LiveHub(1_000, List.of("hostname"));
        Random random = new Random(7);
        for (int second = 1; second <= 60; second++) {
            boolean isLast = second == 60;
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 12; host++) {
                lines.append("cpu,hostname=h" + host);
                for (int field = 0; field < 12; field++) {
                    // Each host deviates most in another field; ten hosts deviate in field 0.
                    double jump =
                            !isLast ? 0 : field == 0 && host < 10 ? (host == 3 ? 200 : 100) : field == host ? 1_000 : 0;
                    lines.append(field == 0 ? " f" : ",f").append(field).append('=');
                    lines.append(20 + random.nextDouble() + jump);
                }
                lines.append(" " + second + "000000000\n");
            }
            hub.take(lines.toString().getBytes(UTF_8), second * 1_000L);
        }
        assertThat(hub.outliers(60_000)).singleElement().satisfies(outlier -> {
            assertThat(outlier.field()).isEqualTo("f0");
            assertThat(outlier.tags()).containsEntry("hostname", "h3");
            assertThat(outlier.series()).isEqualTo(10);
            assertThat(outlier.value()).isGreaterThan(219);
        });
    }

    /**
     * Each value has a weight of 1 / n among the first n values, or of 1 / 32, of the weight that
     * later values leave.
     */
    private static double mean(List<Double> values) {
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += weight(i, values.size()) * values.get(i);
        }
        return sum;
    }

    private static double spread(List<Double> values, double mean) {
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += weight(i, values.size()) * Math.pow(values.get(i) - mean, 2);
        }
        return Math.sqrt(sum);
    }

    private static double weight(int index, int count) {
        double weight = 1.0 / Math.min(32, index + 1);
        for (int later = index + 1; later < count; later++) {
            weight *= 1 - 1.0 / Math.min(32, later + 1);
        }
        return weight;
    }
}
