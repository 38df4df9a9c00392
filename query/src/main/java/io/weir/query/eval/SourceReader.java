package io.weir.query.eval;

import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
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
import io.weir.query.series.SeriesSource;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/** Reads from a source the series that selectors need at the steps of a span, within a budget. */
final class SourceReader {
    /** With more ranges than this, a source computes none, and the samples are read. */
    private static final int MOST_RANGES = 1_000_000;

    private final SeriesSource source;
    private final Budget budget;
    /** The span of the whole query. */
    private final Span query;

    SourceReader(SeriesSource source, Budget budget, Span query) {
        this.source = source;
        this.budget = budget;
        this.query = query;
    }

    /** Whether the source can have tiers. */
    boolean hasTiers() {
        return source instanceof RangeSource ranges && ranges.hasTiers();
    }

    /**
     * The samples of a selector.
     *
     * @param before how far before a step samples are needed, in milliseconds
     */
    List<Series> samples(List<Matcher> matchers, TimeShift shift, long before, Span span) {
        if (span.steps() == 0) {
            return List.of();
        }
        budget.checkTime();
        return used(
                source.select(matchers, time(shift, span.start()) - before, time(shift, span.end()), budget.left()));
    }

    /**
     * The windows of a tier that a selector selects; empty if the tier has no such result.
     *
     * @param before how far before a step windows are needed, in milliseconds
     * @param statistic the result of a window that is read
     */
    Optional<List<Series>> windows(
            List<Matcher> matchers,
            TimeShift shift,
            long before,
            Span span,
            TierWindows windows,
            RangeStatistic statistic) {
        if (!(source instanceof RangeSource ranges)) {
            return Optional.empty();
        }
        budget.checkTime();
        long from = time(shift, span.start()) - before;
        TierQuery asked = new TierQuery(matchers, windows, statistic, from, time(shift, span.end()));
        return ranges.selectWindows(asked, budget.left()).map(this::used);
    }

    /**
     * The results of a function of ranges, or of an aggregation of it; empty if the source does not compute them.
     *
     * @param groups the groups of series of the aggregation; empty for a result of each series
     * @param windows the windows that are read instead of samples; empty for samples
     */
    Optional<VectorNode> ranges(Call call, Optional<SeriesGroups> groups, Optional<TierWindows> windows, Span span) {
        Optional<RangeStatistic> statistic = StoredRanges.statistic(call.function());
        if (!(source instanceof RangeSource computing)
                || statistic.isEmpty()
                || !(call.arguments().get(0) instanceof MatrixSelector selector)
                || span.steps() == 0
                || span.steps() > MOST_RANGES) {
            return Optional.empty();
        }
        TimeShift shift = selector.shift();
        boolean isFixed = shift.anchor() != TimeShift.Anchor.EVALUATION;
        Ranges ranges =
                new Ranges(time(shift, span.start()), span.step(), isFixed ? 1 : (int) span.steps(), selector.range());
        budget.checkTime();
        Optional<List<SeriesRanges>> found = computing.selectRanges(
                new RangeQuery(selector.matchers(), ranges, statistic.get(), groups, windows), budget.left());
        budget.checkTime();
        return found.map(series -> {
            series.forEach(each -> budget.use(each.size() + Allowance.SAMPLES_OF_SERIES));
            return new StoredRanges(series, ranges, shift, query);
        });
    }

    private long time(TimeShift shift, long step) {
        return shift.apply(step, query.start(), query.end());
    }

    private List<Series> used(List<Series> series) {
        budget.checkTime();
        series.forEach(each -> budget.use(each.stamps().length + Allowance.SAMPLES_OF_SERIES));
        return series;
    }
}
