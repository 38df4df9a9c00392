package io.weir.query.eval;

import io.weir.query.promql.Function;
import io.weir.query.promql.TimeShift;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A call of a function of ranges whose results the source has computed. */
final class StoredRanges implements VectorNode {
    private static final Map<Function, RangeStatistic> STATISTICS = Map.of(
            Function.COUNT_OVER_TIME, RangeStatistic.COUNT,
            Function.SUM_OVER_TIME, RangeStatistic.SUM,
            Function.AVG_OVER_TIME, RangeStatistic.MEAN,
            Function.MIN_OVER_TIME, RangeStatistic.MIN,
            Function.MAX_OVER_TIME, RangeStatistic.MAX);

    private final List<Series> results = new ArrayList<>();
    private final TimeShift shift;
    private final Span query;

    /**
     * @param found the results of each series, at the ends of the ranges
     * @param query the span that {@code start()} and {@code end()} refer to
     */
    StoredRanges(List<Series> found, TimeShift shift, Span query) {
        this.shift = shift;
        this.query = query;
        Unique unique = new Unique();
        for (Series each : found) {
            Labels labels = each.labels().withoutName();
            unique.claim(labels, each.labels());
            results.add(new Series(labels, each.stamps(), each.values()));
        }
    }

    /** The statistic that a function is; empty if a source has to pass on the samples. */
    static Optional<RangeStatistic> statistic(Function function) {
        return Optional.ofNullable(STATISTICS.get(function));
    }

    @Override
    public List<Sample> at(long time) {
        long end = shift.apply(time, query.start(), query.end());
        List<Sample> samples = new ArrayList<>(results.size());
        for (Series each : results) {
            int index = each.first(end);
            if (index < each.stamps().length && each.stamps()[index] == end) {
                samples.add(new Sample(each.labels(), each.values()[index]));
            }
        }
        return samples;
    }
}
