package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Besides what {@code StoreComparison} compares: numbers that are too large, and limits. */
class FoundRangesTest {
    private static final Labels LABELS = Labels.of(Map.of("host", "h1"));
    private static final Panes TWO_EDGES =
            Panes.of(new Ranges(20_000, 10_000, 2, 20_000)).orElseThrow();

    private static FoundRanges found(RangeStatistic statistic) {
        return new FoundRanges(TWO_EDGES, statistic, new Allowance(1_000, 1_000, Duration.ofMinutes(1)));
    }

    private static Optional<List<Series>> results(RangeStatistic statistic, double first, double second) {
        FoundRanges found = found(statistic);
        FoundRanges.OfSeries series = found.begin(LABELS, "cpu", "value");
        found.add(series, 0, 1, first);
        found.add(series, 1, 3, second);
        return found.results();
    }

    @Test
    void samplesAreNeededForASumThatTheStoreCannotHave() {
        assertThat(results(RangeStatistic.MEAN, 1, Double.NaN)).isEmpty();
        assertThat(results(RangeStatistic.MEAN, 1, Double.POSITIVE_INFINITY)).isEmpty();
    }

    @Test
    void samplesAreNeededIfPanesTogetherAreTooLarge() {
        assertThat(results(RangeStatistic.MEAN, 1.7e308, 1.7e308)).isEmpty();
        assertThat(results(RangeStatistic.MAX, 1.7e308, 1.7e308)).isPresent();
    }

    @Test
    void panesOfSeveralRangesCountInEach() {
        Series mean = results(RangeStatistic.MEAN, 7, 5).orElseThrow().get(0);
        assertThat(mean.stamps()).containsExactly(20_000);
        assertThat(mean.values()).containsExactly(3);
        FoundRanges found = found(RangeStatistic.COUNT);
        found.add(found.begin(LABELS, "cpu", "value"), 2, 4, 4);
        Series count = found.results().orElseThrow().get(0);
        assertThat(count.stamps()).containsExactly(20_000, 30_000);
        assertThat(count.values()).containsExactly(4, 4);
    }

    @Test
    void panesCountAgainstTheLimit() {
        FoundRanges found = found(RangeStatistic.SUM);
        FoundRanges.OfSeries series = found.begin(LABELS, "cpu", "value");
        for (int pane = 0; pane < 1_000 - Allowance.SAMPLES_OF_SERIES; pane++) {
            found.add(series, pane, 1, 1);
        }
        found.check(0);
        found.add(series, 1_000, 1, 1);
        assertThatThrownBy(() -> found.check(0)).isInstanceOf(EvaluationException.class);
    }
}
