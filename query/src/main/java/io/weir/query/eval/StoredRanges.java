package io.weir.query.eval;

import io.weir.query.promql.Aggregator;
import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Function;
import io.weir.query.promql.TimeShift;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Sample;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.SeriesRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A call of a function of ranges whose statistics the source has computed, or an aggregation of such a call. */
final class StoredRanges implements VectorNode {
    private static final Map<Function, RangeStatistic> STATISTICS = Map.of(
            Function.COUNT_OVER_TIME, RangeStatistic.COUNT,
            Function.SUM_OVER_TIME, RangeStatistic.SUM,
            Function.AVG_OVER_TIME, RangeStatistic.MEAN,
            Function.MIN_OVER_TIME, RangeStatistic.MIN,
            Function.MAX_OVER_TIME, RangeStatistic.MAX);

    private static final Map<Aggregator, RangeStatistic> OF_GROUPS = Map.of(
            Aggregator.COUNT, RangeStatistic.COUNT,
            Aggregator.SUM, RangeStatistic.SUM,
            Aggregator.AVG, RangeStatistic.MEAN,
            Aggregator.MIN, RangeStatistic.MIN,
            Aggregator.MAX, RangeStatistic.MAX);

    private final List<SeriesRanges> series;
    private final Ranges ranges;
    private final TimeShift shift;
    private final Span query;
    /** The labels of the result of each series or group. */
    private final List<Labels> results = new ArrayList<>();

    private final Unique unique = new Unique();

    /** @param query the span that {@code start()} and {@code end()} refer to */
    StoredRanges(List<SeriesRanges> series, Ranges ranges, TimeShift shift, Span query) {
        this.series = series;
        this.ranges = ranges;
        this.shift = shift;
        this.query = query;
        series.forEach(each -> results.add(each.labels().withoutName()));
    }

    /** The statistic that a function is; empty if its samples are needed. */
    static Optional<RangeStatistic> statistic(Function function) {
        return Optional.ofNullable(STATISTICS.get(function));
    }

    /** The groups of an aggregation; empty if it needs the values of the series. */
    static Optional<SeriesGroups> groups(Aggregation aggregation) {
        return Optional.ofNullable(OF_GROUPS.get(aggregation.aggregator()))
                .map(statistic -> new SeriesGroups(statistic, aggregation.labels(), aggregation.without()));
    }

    @Override
    public List<Sample> at(long time) {
        int range = ranges.index(shift.apply(time, query.start(), query.end()));
        List<Sample> samples = new ArrayList<>(series.size());
        for (int i = 0; i < series.size(); i++) {
            double value = series.get(i).of(range);
            if (!Double.isNaN(value)) {
                unique.claim(results.get(i), series.get(i).labels());
                samples.add(new Sample(results.get(i), value));
            }
        }
        return samples;
    }
}
