package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.line.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTest {

    private static final long SECOND = 1_000_000_000;
    private static final long OVER = 160 * SECOND;
    private static final TrendSpec SLOPE = new TrendSpec(OVER, new TrendSpec.Slope(1));

    private record Point(long nanos, double value) {}

    private Trend trend = new Trend(SLOPE);

    @Test
    void slopeOfLargeValuesIsExact() {
        Outcome last = Outcome.TOO_EARLY;
        for (int second = 0; second < 1_000; second++) {
            last = next(second, 1e12 + 0.25 * second);
        }

        assertThat(last).isEqualTo(Outcome.DERIVED);
        assertThat(trend.value()).isCloseTo(0.25, within(1e-6));
    }

    @Test
    void hasNoResultUntilValuesSpanHalfOfIt() {
        assertThat(next(0, 1)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(79, 2)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(80, 3)).isEqualTo(Outcome.DERIVED);
    }

    @Test
    void aLongGapRestartsIt() {
        for (int second = 0; second < 200; second++) {
            next(second, -5 * second);
        }

        assertThat(next(10_000, 7)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(10_090, 97)).isEqualTo(Outcome.DERIVED);
        assertThat(trend.value()).isCloseTo(1, within(1e-9));
    }

    @Test
    void ignoresAnOlderValue() {
        next(100, 1);

        assertThat(next(99, 1)).isEqualTo(Outcome.OUT_OF_ORDER);
    }

    @Test
    void aValueOfTheSameTimeReplacesTheLast() {
        next(0, 0);
        next(100, 1_000);
        next(100, 50);
        assertThat(trend.value()).isEqualTo(0.5);
        next(100, 50);
        assertThat(trend.value()).isEqualTo(0.5);
    }

    @Test
    void slopeOfIntegersBeyondDoublePrecisionIsExact() {
        for (FieldType type : List.of(FieldType.INTEGER, FieldType.UNSIGNED)) {
            trend = new Trend(SLOPE);
            for (int second = 0; second < 100; second++) {
                trend.next(second * SECOND, type, 1_700_000_000_000_000_000L + second);
            }
            assertThat(trend.value()).isCloseTo(1, within(1e-9));
            trend = Restarts.restarted(trend, new Trend(SLOPE));
            trend.next(100 * SECOND, type, 1_700_000_000_000_000_100L);
            assertThat(trend.value()).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void aLimitIsThatOfTheValuesThemselves() {
        trend = new Trend(new TrendSpec(OVER, new TrendSpec.TimeUntil(2e18, true)));
        trend.next(0, FieldType.INTEGER, 1_000_000_000_000_000_000L);
        trend.next(100 * SECOND, FieldType.INTEGER, 1_500_000_000_000_000_000L);
        assertThat(trend.value()).isCloseTo(100, within(1e-9));
    }

    @Test
    void continuesIfTheTypeOfNumberChanges() {
        trend.next(0, FieldType.INTEGER, 40);
        next(50, 45);
        trend.next(100 * SECOND, FieldType.UNSIGNED, 50);
        assertThat(trend.value()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void theTimeUntilALimitIsThatOfTheLine() {
        trend = new Trend(new TrendSpec(OVER, new TrendSpec.TimeUntil(100, true)));
        next(0, 40);
        next(100, 50);
        assertThat(trend.value()).isCloseTo(500, within(1e-6));
        next(110, 500);
        assertThat(trend.value()).as("beyond it").isZero();

        trend = new Trend(new TrendSpec(OVER, new TrendSpec.TimeUntil(10, false)));
        next(0, 40);
        next(100, 30);
        assertThat(trend.value()).isCloseTo(200, within(1e-6));
    }

    @Test
    void aTrendAwayFromTheLimitTakesAYear() {
        trend = new Trend(new TrendSpec(OVER, new TrendSpec.TimeUntil(100, true)));
        next(0, 40);
        next(100, 39);
        assertThat(trend.value()).isEqualTo(Trend.LONGEST_SECONDS);

        trend = new Trend(new TrendSpec(OVER, new TrendSpec.TimeUntil(1e300, true)));
        next(0, 40);
        next(100, 41);
        assertThat(trend.value()).isEqualTo(Trend.LONGEST_SECONDS);
    }

    @Test
    void valuesTooLargeToMultiplyAreUndefined() {
        next(0, -Double.MAX_VALUE);

        assertThat(next(100, Double.MAX_VALUE)).isEqualTo(Outcome.UNDEFINED);
    }

    /** Least squares over all values not older than the oldest bucket; a restart changes no bit. */
    @Test
    void agreesWithLeastSquaresOverAllValuesOnRandomSeriesWithRestarts() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("TrendTest seed=" + seed);
        Random random = new Random(seed);
        int derived = 0;
        for (int round = 0; round < 40; round++) {
            trend = new Trend(SLOPE);
            Trend uninterrupted = new Trend(SLOPE);
            List<Point> points = new ArrayList<>();
            long nanos = (random.nextLong() >> 20);
            for (int i = 0; i < 200; i++) {
                boolean isReplaced = !points.isEmpty() && random.nextInt(10) == 0;
                if (isReplaced) {
                    points.remove(points.size() - 1);
                }
                nanos += isReplaced
                        ? 0
                        : 1 + (long) (random.nextDouble() * (random.nextInt(20) == 0 ? 200 : 5) * SECOND);
                double value = random.nextGaussian() * 100 + round * 1e6 + i * random.nextInt(3);
                points.add(new Point(nanos, value));
                Outcome outcome = trend.next(nanos, FieldType.FLOAT, Double.doubleToRawLongBits(value));
                uninterrupted.next(nanos, FieldType.FLOAT, Double.doubleToRawLongBits(value));
                if (outcome == Outcome.DERIVED) {
                    derived++;
                    assertThat(trend.value()).as("seed %d", seed).isCloseTo(slope(points), within(1e-6));
                    assertThat(trend.value()).as("seed %d, restarted", seed).isEqualTo(uninterrupted.value());
                }
                if (random.nextInt(10) == 0) {
                    trend = Restarts.restarted(trend, new Trend(SLOPE));
                }
            }
        }
        assertThat(derived).as("seed %d", seed).isGreaterThan(2_000);
    }

    private static double slope(List<Point> points) {
        long now = points.get(points.size() - 1).nanos;
        long bucket = OVER / 16;
        long from = (Math.floorDiv(now, bucket) - 15) * bucket;
        List<Point> in = points.stream().filter(point -> point.nanos >= from).toList();
        double meanX = in.stream()
                .mapToDouble(point -> (point.nanos - now) / 1e9)
                .average()
                .orElseThrow();
        double meanY = in.stream().mapToDouble(Point::value).average().orElseThrow();
        double xx = 0;
        double xy = 0;
        for (Point point : in) {
            double x = (point.nanos - now) / 1e9 - meanX;
            xx += x * x;
            xy += x * (point.value - meanY);
        }
        return xy / xx;
    }

    private Outcome next(int second, double value) {
        return trend.next(second * SECOND, FieldType.FLOAT, Double.doubleToRawLongBits(value));
    }
}
