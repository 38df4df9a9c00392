package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.query.promql.Promql;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code integral_over_time}, which Prometheus does not have. */
class IntegralTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long START = 1_700_000_000_000L;
    private static final long LENGTH = 40 * 60_000;

    private final Random random = new Random(SEED);

    private static List<Sample> at(List<Series> series, String query, long time) {
        Evaluator evaluator = new Evaluator(new MemorySeries(series), Limits.DEFAULT);
        return ((Result.Vector) evaluator.instant(Promql.parse(query), time)).samples();
    }

    private static Series constant(double value, long from, long to, long interval) {
        SeriesBuilder builder = new SeriesBuilder(Labels.of(Map.of(Matcher.METRIC_NAME, "x", "host", "a")));
        for (long stamp = from; stamp <= to; stamp += interval) {
            builder.add(stamp, value);
        }
        return builder.build();
    }

    /** Irregular samples, gaps that are longer than the lookback, and marks of ends. */
    private Series irregular(String host) {
        SeriesBuilder builder = new SeriesBuilder(Labels.of(Map.of(Matcher.METRIC_NAME, "x", "host", host)));
        long stamp = START;
        while (stamp < START + LENGTH) {
            boolean isEnd = random.nextInt(10) == 0;
            builder.add(stamp, isEnd ? Series.STALE_MARKER : random.nextInt(-100, 1000) / 8.0);
            stamp += random.nextInt(8) == 0 ? random.nextInt(200_000, 500_000) : random.nextInt(1, 40_000);
        }
        return builder.build();
    }

    /** The value that is shown in each millisecond, summed up. */
    private static double sumOfMilliseconds(Series series, long start, long end) {
        double sum = 0;
        for (long at = start; at < end; at++) {
            int shown = series.first(at + 1) - 1;
            if (shown >= 0
                    && at - series.stamps()[shown] < Limits.DEFAULT.lookback()
                    && !Series.isStale(series.values()[shown])) {
                sum += series.values()[shown];
            }
        }
        return sum / 1e3;
    }

    @Test
    void isTheSumOfWhatIsShownInEachMillisecond() {
        List<Series> series = List.of(irregular("a"), irregular("b"), irregular("c"));
        int found = 0;
        for (int i = 0; i < 30; i++) {
            long time = START + random.nextLong(LENGTH);
            int seconds = 1 + random.nextInt(900);
            List<Sample> results = at(series, "integral_over_time(x[" + seconds + "s])", time);
            for (Sample each : results) {
                assertThat(each.labels().get(Matcher.METRIC_NAME)).isEmpty();
                Series of = series.stream()
                        .filter(one ->
                                one.labels().get("host").equals(each.labels().get("host")))
                        .findFirst()
                        .orElseThrow();
                assertThat(each.value())
                        .as("seed %s, %s, %s s before %s", SEED, each.labels(), seconds, time)
                        .isCloseTo(sumOfMilliseconds(of, time - seconds * 1000L, time), within(1e-4));
                found++;
            }
        }
        assertThat(found).as("seed %s", SEED).isGreaterThan(30);
    }

    @Test
    void aSeriesThatIsNotShownInTheRangeHasNoResult() {
        List<Series> series = List.of(constant(1, START, START + 60_000, 15_000));
        long last = START + 60_000;
        assertThat(at(series, "integral_over_time(x[1m])", last + 300_000)).hasSize(1);
        assertThat(at(series, "integral_over_time(x[1m])", last + 360_000)).isEmpty();
        assertThat(at(series, "integral_over_time(x[1m])", START)).isEmpty();
        assertThat(at(series, "integral_over_time(nothing[1m])", last)).isEmpty();
        SeriesBuilder ended = new SeriesBuilder(series.get(0).labels());
        ended.add(START, 1);
        ended.add(START + 1, Series.STALE_MARKER);
        assertThat(at(List.of(ended.build()), "integral_over_time(x[1m])", START + 60_000))
                .extracting(Sample::value)
                .containsExactly(0.001);
        assertThat(at(List.of(ended.build()), "integral_over_time(x[1m])", START + 90_000))
                .isEmpty();
    }

    /** The availability is the share of time in which the machine was up, however often it was asked. */
    @Test
    void theSharesOfStatesDoNotDependOnTheNumberOfSamples() {
        List<Sample> samples = new ArrayList<>();
        for (long interval : List.of(1_000L, 30_000L)) {
            SeriesBuilder up = new SeriesBuilder(Labels.of(Map.of(Matcher.METRIC_NAME, "up")));
            for (long at = 0; at < 300_000; at += interval) {
                up.add(START + at, 1);
            }
            for (long at = 300_000; at <= 600_000; at += 1_000) {
                up.add(START + at, 0);
            }
            samples.addAll(at(List.of(up.build()), "integral_over_time(up[10m]) / 600", START + 600_000));
        }
        assertThat(samples).extracting(Sample::value).containsExactly(0.5, 0.5);
    }

    @Test
    void aResultOfASubqueryHoldsForItsStep() {
        long end = START - START % 60_000 + 1_200_000;
        List<Series> whole = List.of(constant(2, end - 1_200_000, end, 10_000));
        assertThat(at(whole, "integral_over_time((x * 3)[10m:1m])", end))
                .extracting(Sample::value)
                .containsExactly(3600.0);
        assertThat(at(whole, "integral_over_time((x * 3)[10m:1m])", end + 30_000))
                .extracting(Sample::value)
                .containsExactly(3600.0);
        List<Series> half = List.of(constant(2, end - 1_200_000, end - 600_000, 10_000));
        assertThat(at(half, "integral_over_time((x > 0)[10m:1m])", end))
                .extracting(Sample::value)
                .as("the value is shown for 5 minutes, which are 5 steps after the first")
                .containsExactly(2.0 * 360);
    }

    @Test
    void theTimeOfAnAtModifierIsTheEnd() {
        List<Series> series = List.of(constant(2, START, START + 600_000, 10_000));
        long at = (START + 600_000) / 1000;
        assertThat(at(series, "integral_over_time(x[5m] @ " + at + ")", START + 5_000_000))
                .extracting(Sample::value)
                .containsExactly(600.0);
    }
}
