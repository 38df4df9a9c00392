package io.weir.query.eval;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.TimeShift;
import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/** Reads the windows of a tier for the steps of a span. Each node is empty if the tier has nothing of it. */
final class TierReader {
    private final RangeSource source;
    private final long lookback;
    private final Budget budget;
    /** The span of the whole query. */
    private final Span query;

    TierReader(RangeSource source, long lookback, Budget budget, Span query) {
        this.source = source;
        this.lookback = lookback;
        this.budget = budget;
        this.query = query;
    }

    /** The mean of the newest window of each series. */
    Optional<VectorNode> means(VectorSelector selector, TierWindows windows, Span span) {
        long before = Math.max(lookback, windows.length());
        List<Series> series = select(selector.matchers(), selector.shift(), windows, RangeStatistic.MEAN, before, span);
        return series.isEmpty()
                ? Optional.empty()
                : Optional.of(new InstantSelector(series, selector.shift(), query, before));
    }

    /** A function of ranges, computed by the source if it can. */
    Optional<VectorNode> ranges(Call call, TierWindows windows, Span span) {
        return computed(call, Optional.empty(), windows, span).or(() -> combined(call, windows, span));
    }

    /** An aggregation of such a function; also empty if the source does not compute it. */
    Optional<VectorNode> groups(Aggregation aggregation, TierWindows windows, Span span) {
        return computed((Call) aggregation.operand(), StoredRanges.groups(aggregation), windows, span);
    }

    private Optional<VectorNode> computed(Call call, Optional<SeriesGroups> groups, TierWindows windows, Span span) {
        MatrixSelector selector = selector(call);
        TimeShift shift = selector.shift();
        boolean isFixed = shift.anchor() != TimeShift.Anchor.EVALUATION;
        Ranges ranges = new Ranges(
                shift.apply(span.start(), query.start(), query.end()),
                span.step(),
                isFixed ? 1 : (int) span.steps(),
                selector.range());
        RangeQuery ofTier = new RangeQuery(selector.matchers(), ranges, statistic(call), groups, Optional.of(windows));
        budget.checkTime();
        Optional<List<SeriesRanges>> found =
                source.selectRanges(ofTier, budget.left()).filter(series -> !series.isEmpty());
        budget.checkTime();
        return found.map(series -> {
            series.forEach(each -> budget.use(each.size() + Allowance.SAMPLES_OF_SERIES));
            return new StoredRanges(series, ranges, shift, query);
        });
    }

    private Optional<VectorNode> combined(Call call, TierWindows windows, Span span) {
        RangeStatistic statistic = statistic(call);
        boolean isWeighted = WindowRanges.isWeighted(statistic);
        List<Series> values = select(call, windows, isWeighted ? RangeStatistic.MEAN : statistic, span);
        List<Series> counts = isWeighted ? select(call, windows, RangeStatistic.COUNT, span) : List.of();
        if (values.isEmpty() || (isWeighted && counts.isEmpty())) {
            return Optional.empty();
        }
        MatrixSelector selector = selector(call);
        // The start of a range does not belong to it.
        RangeSelection selection = new RangeSelection(values, selector.shift(), selector.range() - 1, query);
        return Optional.of(new WindowRanges(statistic, selection, counts));
    }

    private List<Series> select(Call call, TierWindows windows, RangeStatistic statistic, Span span) {
        MatrixSelector selector = selector(call);
        return select(selector.matchers(), selector.shift(), windows, statistic, selector.range(), span);
    }

    private List<Series> select(
            List<Matcher> matchers,
            TimeShift shift,
            TierWindows windows,
            RangeStatistic statistic,
            long before,
            Span span) {
        long from = shift.apply(span.start(), query.start(), query.end()) - before;
        long to = shift.apply(span.end(), query.start(), query.end());
        budget.checkTime();
        List<Series> series = source.selectWindows(matchers, windows, statistic, from, to, budget.left());
        budget.checkTime();
        series.forEach(each -> budget.use(each.stamps().length + Allowance.SAMPLES_OF_SERIES));
        return series;
    }

    private static MatrixSelector selector(Call call) {
        return (MatrixSelector) call.arguments().get(0);
    }

    private static RangeStatistic statistic(Call call) {
        return StoredRanges.statistic(call.function()).orElseThrow();
    }
}
