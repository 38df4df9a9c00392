package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.SeriesRanges;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Besides what {@code StoreComparison} compares: numbers that are too large, and limits. */
class FoundRangesTest {
    private static final Labels LABELS = Labels.of(Map.of("host", "h1"));
    private static final Panes TWO_EDGES =
            Panes.of(new Ranges(120_000, 60_000, 2, 120_000)).orElseThrow();

    private static FoundRanges found(RangeStatistic statistic) {
        return found(new RangeQuery(List.of(), TWO_EDGES.ranges(), statistic));
    }

    private static FoundRanges found(RangeQuery query) {
        Duration time = Duration.ofMinutes(1);
        return new FoundRanges(TWO_EDGES, query, new Allowance(1_000, 1_000, time), new Deadline(time));
    }

    /** Of two panes, each with its number of samples and what the statistic needs of them. */
    private static Optional<List<SeriesRanges>> results(RangeStatistic statistic, double[] first, double[] second) {
        FoundRanges found = found(statistic);
        PaneSeries series = found.of(LABELS, "cpu", "value");
        found.add(series, 0, first);
        found.add(series, 1, second);
        return found.results();
    }

    @Test
    void samplesAreNeededForASumThatTheStoreCannotHave() {
        double[] one = {1, 1, 1, 1};
        assertThat(results(RangeStatistic.MEAN, one, one)).isPresent();
        assertThat(results(RangeStatistic.MEAN, one, new double[] {2, Double.NaN, 1, 1}))
                .isEmpty();
        assertThat(results(RangeStatistic.MEAN, one, new double[] {2, Double.POSITIVE_INFINITY, 1, 1}))
                .isEmpty();
        FoundRanges unwritten = found(RangeStatistic.SUM);
        unwritten.needSamples();
        assertThat(unwritten.results()).isEmpty();
    }

    @Test
    void samplesAreNeededIfPanesTogetherAreTooLarge() {
        double[] large = {1, 1.7e308, 1.7e308, 1.7e308};
        double[] opposite = {1, -1.7e308, -1.7e308, -1.7e308};
        assertThat(results(RangeStatistic.MEAN, large, large)).isEmpty();
        assertThat(results(RangeStatistic.SUM, large, opposite))
                .as("a part of them may be a range")
                .isEmpty();
        assertThat(results(RangeStatistic.MAX, large, large)).isPresent();
    }

    /** The rounding of both sums may be larger than what is left. */
    @Test
    void samplesAreNeededIfPanesOfARangeCancel() {
        double[] positive = {10, 1, 0.1, 0.1};
        double[] negative = {1, -1, -1, -1};
        double[] half = {1, -0.5, -0.5, -0.5};
        for (RangeStatistic statistic : List.of(RangeStatistic.SUM, RangeStatistic.MEAN)) {
            assertThat(results(statistic, positive, negative)).as("in a range").isEmpty();
            assertThat(results(statistic, positive, half)).isPresent();
            assertThat(results(statistic, new double[] {2, 0, -1, 1}, half))
                    .as("in a pane, but in no range")
                    .isPresent();
        }
    }

    @Test
    void panesOfSeveralRangesCountInEach() {
        SeriesRanges means = results(RangeStatistic.MEAN, new double[] {1, 7, 7, 7}, new double[] {3, 5, 0, 4})
                .orElseThrow()
                .get(0);
        assertThat(means.of(0)).isEqualTo(3);
        assertThat(means.of(1)).isNaN();
        FoundRanges found = found(RangeStatistic.COUNT);
        found.add(found.of(LABELS, "cpu", "value"), 2, new double[] {4});
        SeriesRanges counts = found.results().orElseThrow().get(0);
        assertThat(counts.of(0)).isEqualTo(4);
        assertThat(counts.of(1)).isEqualTo(4);
    }

    /** 0.1 + … + 0.1 is 0.3000…04 or 0.6000…01, and dividing it by their number does not give 0.1. */
    @Test
    void meanOfEqualNumbersIsTheNumber() {
        for (int count = 1; count < 60; count++) {
            double sum = 0.1 * count;
            double[] pane = {count, sum, 0.1, 0.1};
            SeriesRanges means =
                    results(RangeStatistic.MEAN, pane, pane).orElseThrow().get(0);
            assertThat(means.of(0)).as("%d numbers", 2 * count).isEqualTo(0.1);
        }
    }

    @Test
    void panesCountAgainstTheLimit() {
        FoundRanges found = found(RangeStatistic.SUM);
        for (int pane = 0; pane < 1_000 - Allowance.SAMPLES_OF_SERIES; pane++) {
            // Of another statement each.
            found.add(found.of(LABELS, "cpu", "value"), pane, new double[] {1, 1, 1, 1});
        }
        found.check(0);
        found.add(found.of(LABELS, "cpu", "value"), 1_000, new double[] {1, 1, 1, 1});
        assertThatThrownBy(() -> found.check(0)).isInstanceOf(EvaluationException.class);
    }

    /** A store has them in memory, although it passes on a row for each group. */
    @Test
    void panesOfTheSeriesOfGroupsAreCounted() {
        Optional<SeriesGroups> groups = Optional.of(new SeriesGroups(RangeStatistic.SUM, List.of("host"), false));
        RangeQuery query = new RangeQuery(List.of(), TWO_EDGES.ranges(), RangeStatistic.MAX, groups);
        FoundRanges found = found(query);
        PaneSeries group = found.of(LABELS, "cpu", "value");
        found.add(group, 0, new double[] {500, 1, 1, 1});
        found.add(group, 1, new double[] {300, 1, 1, 1});
        assertThat(found.computed()).isEqualTo(800);
        found.check(0);
        assertThat(found.results()).hasValueSatisfying(all -> assertThat(all).hasSize(1));
    }

    /** The sums of two series may be infinities of both signs. */
    @Test
    void samplesAreNeededIfASeriesOfAGroupMayBeTooLarge() {
        Optional<SeriesGroups> groups = Optional.of(new SeriesGroups(RangeStatistic.SUM, List.of("host"), false));
        RangeQuery query = new RangeQuery(List.of(), TWO_EDGES.ranges(), RangeStatistic.SUM, groups);
        for (double number : List.of(1.0, 1e308)) {
            FoundRanges found = found(query);
            assertThat(found.statistics())
                    .containsExactly(PaneStatistic.COUNT, PaneStatistic.SUM, PaneStatistic.MIN, PaneStatistic.MAX);
            found.add(found.of(LABELS, "cpu", "value"), 0, new double[] {4, 0.5, -number, 1});
            assertThat(found.computed()).isEqualTo(1);
            assertThat(found.results().isPresent()).as("%s", number).isEqualTo(number == 1);
        }
    }
}
