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
    void agreesWithTheWeightedMeanAndSpreadOfAllThatCameBefore() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Baseline usual = new Baseline();
        List<List<Double>> came = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int turn = 0; turn < 600; turn++) {
            int field = random.nextInt(came.size());
            double value = random.nextInt(20) == 0 ? 500 * random.nextGaussian() : 100 + 10 * random.nextGaussian();
            usual.take(field, value);
            List<Double> before = List.copyOf(came.get(field));
            came.get(field).add(value);
            if (before.size() < 7) {
                assertThat(usual.change(field, value)).isZero();
            } else {
                double mean = mean(before);
                double spread = Math.max(spread(before, mean), 0.01 * Math.abs(mean));
                assertThat(usual.mean(field, value)).isCloseTo(mean, within(1e-6));
                assertThat(usual.change(field, value))
                        .isCloseTo(Math.abs(value - mean) / spread, Percentage.withPercentage(0.01));
            }
        }
    }

    @Test
    void whatNeverMovedAndMovesIsBeyondAllMeasureButAtMostThat() {
        Baseline usual = new Baseline();
        for (int i = 0; i < 50; i++) {
            usual.take(0, 0);
            assertThat(usual.change(0, 0)).isZero();
        }
        usual.take(0, 1);
        assertThat(usual.change(0, 1)).isEqualTo(Baseline.MOST);
    }

    @Test
    void aCounterThatGrowsAsEverDoesNotMove() {
        Baseline usual = new Baseline();
        for (int i = 0; i < 500; i++) {
            usual.take(0, 1e12 + i * 1e6);
        }
        assertThat(usual.change(0, 1e12 + 499 * 1e6)).isLessThan(2);
    }

    @Test
    void theHubTellsThoseThatMovedMostFirstOneOfEachSeriesAndNoSilentOne() {
        LiveHub hub = new LiveHub(1_000, List.of("hostname"));
        Random random = new Random(7);
        for (int second = 1; second <= 60; second++) {
            for (int host = 0; host < 30; host++) {
                double jump = second == 60 ? host * 0.5 : 0;
                String line = "temp,hostname=h" + host + " a=" + (20 + random.nextDouble() + jump) + ",b="
                        + (20 + random.nextDouble() + jump / 2) + ",text=\"x\" " + second + "000000000";
                hub.take(line.getBytes(UTF_8), second * 1_000L);
            }
        }
        List<Outlier> movers = hub.movers(60_000);
        assertThat(movers).hasSize(10).allSatisfy(mover -> {
            assertThat(mover.field()).isEqualTo("a");
            assertThat(mover.usual()).isBetween(20.2, 20.8);
            assertThat(mover.millis()).isEqualTo(60_000);
        });
        assertThat(movers).extracting(Outlier::change).isSortedAccordingTo((one, other) -> Double.compare(other, one));
        assertThat(movers.get(0).value() - 20).isGreaterThan(12);
        assertThat(hub.movers(61_000)).as("found a second ago").isSameAs(movers);
        assertThat(hub.movers(180_000)).isEmpty();
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
