package io.weir.query.eval;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Series;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/** Reads the windows of a tier for the steps of a span. Each node is empty if the tier has no such results. */
final class TierReader {
    private final SourceReader reader;
    private final long lookback;
    /** The span of the whole query. */
    private final Span query;

    TierReader(SourceReader reader, long lookback, Span query) {
        this.reader = reader;
        this.lookback = lookback;
        this.query = query;
    }

    /** The mean of the newest window of each series. */
    Optional<VectorNode> means(VectorSelector selector, TierWindows windows, Span span) {
        long before = Math.max(lookback, windows.length());
        return reader.windows(selector.matchers(), selector.shift(), before, span, windows, RangeStatistic.MEAN)
                .map(series -> new InstantSelector(series, selector.shift(), query, before));
    }

    /** A function of ranges, computed by the source if it can. */
    Optional<VectorNode> ranges(Call call, TierWindows windows, Span span) {
        return reader.ranges(call, Optional.empty(), Optional.of(windows), span)
                .or(() -> combined(call, windows, span));
    }

    /** An aggregation of such a function; also empty if the source does not compute it. */
    Optional<VectorNode> groups(Aggregation aggregation, TierWindows windows, Span span) {
        return reader.ranges(
                (Call) aggregation.operand(), StoredRanges.groups(aggregation), Optional.of(windows), span);
    }

    private Optional<VectorNode> combined(Call call, TierWindows windows, Span span) {
        MatrixSelector selector = (MatrixSelector) call.arguments().get(0);
        RangeStatistic statistic = StoredRanges.statistic(call.function()).orElseThrow();
        boolean isWeighted = WindowRanges.isWeighted(statistic);
        Optional<List<Series>> values = select(selector, windows, isWeighted ? RangeStatistic.MEAN : statistic, span);
        Optional<List<Series>> counts =
                isWeighted ? select(selector, windows, RangeStatistic.COUNT, span) : Optional.of(List.of());
        return values.flatMap(found -> counts.map(numbers -> {
            // The start of a range does not belong to it.
            RangeSelection selection = new RangeSelection(found, selector.shift(), selector.range() - 1, query);
            return new WindowRanges(statistic, selection, numbers);
        }));
    }

    private Optional<List<Series>> select(
            MatrixSelector selector, TierWindows windows, RangeStatistic statistic, Span span) {
        return reader.windows(selector.matchers(), selector.shift(), selector.range(), span, windows, statistic);
    }
}
