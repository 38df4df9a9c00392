package io.weir.query.eval;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Function;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/** Reads the windows of a tier for the steps of a span. The methods return empty if the tier has no such results. */
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

    /** Whether a function of ranges can be computed from windows. */
    static boolean reads(Function function) {
        return function == Function.INTEGRAL_OVER_TIME
                || StoredRanges.statistic(function).isPresent();
    }

    /** The mean of the newest window of each series. */
    Optional<VectorNode> means(VectorSelector selector, TierWindows windows, Span span) {
        long before = Math.max(lookback, windows.length());
        return reader.windows(selector.matchers(), selector.shift(), before, span, windows, RangeStatistic.MEAN)
                .map(series -> new InstantSelector(series, selector.shift(), query, before));
    }

    /** A function of ranges. The source computes it if it can; otherwise Weir computes it from the windows. */
    Optional<VectorNode> ranges(Call call, TierWindows windows, Span span) {
        return reader.ranges(call, Optional.empty(), Optional.of(windows), span)
                .or(() -> combined(call, windows, span));
    }

    /** An aggregation of a function of ranges; also empty if the source does not compute it. */
    Optional<VectorNode> groups(Aggregation aggregation, TierWindows windows, Span span) {
        return reader.ranges(
                (Call) aggregation.operand(), StoredRanges.groups(aggregation), Optional.of(windows), span);
    }

    private Optional<VectorNode> combined(Call call, TierWindows windows, Span span) {
        if (call.function() == Function.INTEGRAL_OVER_TIME) {
            return integral(call, windows, span);
        }
        return switch (StoredRanges.statistic(call.function()).orElseThrow()) {
            case COUNT -> plain(call, Function.SUM_OVER_TIME, RangeStatistic.COUNT, windows, span);
            case MIN -> plain(call, Function.MIN_OVER_TIME, RangeStatistic.MIN, windows, span);
            case MAX -> plain(call, Function.MAX_OVER_TIME, RangeStatistic.MAX, windows, span);
            case SUM -> weighted(call, false, windows, span);
            case MEAN -> weighted(call, true, windows, span);
        };
    }

    private Optional<VectorNode> plain(
            Call call, Function ofResults, RangeStatistic result, TierWindows windows, Span span) {
        return select(selector(call), windows, result, span)
                .map(found -> new RangeCall(ofResults, selection(call, found), new ScalarNode[0]));
    }

    /** The mean of each window holds for all of it. */
    private Optional<VectorNode> integral(Call call, TierWindows windows, Span span) {
        double seconds = windows.length() / 1e3;
        return plain(call, Function.SUM_OVER_TIME, RangeStatistic.MEAN, windows, span)
                .map(sums -> time -> sums.at(time).stream()
                        .map(sum -> new Sample(sum.labels(), sum.value() * seconds))
                        .toList());
    }

    private Optional<VectorNode> weighted(Call call, boolean isMean, TierWindows windows, Span span) {
        return select(selector(call), windows, RangeStatistic.MEAN, span)
                .flatMap(means -> select(selector(call), windows, RangeStatistic.COUNT, span)
                        .map(counts -> new WeightedRanges(isMean, selection(call, means), counts)));
    }

    /** The ranges without their start, which does not belong to a range of windows. */
    private RangeSelection selection(Call call, List<Series> series) {
        MatrixSelector selector = selector(call);
        return new RangeSelection(series, selector.shift(), selector.range() - 1, query);
    }

    private static MatrixSelector selector(Call call) {
        return (MatrixSelector) call.arguments().get(0);
    }

    private Optional<List<Series>> select(
            MatrixSelector selector, TierWindows windows, RangeStatistic statistic, Span span) {
        return reader.windows(selector.matchers(), selector.shift(), selector.range(), span, windows, statistic);
    }
}
