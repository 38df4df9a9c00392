package io.weir.query.store;

import io.weir.query.naming.Origins;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** Collects what a store computes of {@link Panes}, and counts it against an allowance. Combines panes to ranges. */
public final class FoundRanges {
    private final Panes panes;
    private final RangeStatistic statistic;
    private final Allowance allowance;
    private final Origins origins = new Origins();
    private final List<OfSeries> all = new ArrayList<>();
    private long used;
    private boolean isExact = true;

    FoundRanges(Panes panes, RangeStatistic statistic, Allowance allowance) {
        this.panes = panes;
        this.statistic = statistic;
        this.allowance = allowance;
    }

    /** The panes of a series. */
    public static final class OfSeries {
        private final SeriesBuilder counts;
        private final SeriesBuilder values;

        private OfSeries(Labels labels) {
            counts = new SeriesBuilder(labels);
            values = new SeriesBuilder(labels);
        }
    }

    /** What the store computes of each pane besides the number of its samples. */
    public PaneStatistic ofPane() {
        return PaneStatistic.of(statistic);
    }

    public Panes panes() {
        return panes;
    }

    /** Begins a series. Throws {@link io.weir.query.series.EvaluationException} if another field has the labels. */
    public OfSeries begin(Labels labels, String measurement, String field) {
        origins.claim(labels, measurement, field);
        OfSeries series = new OfSeries(labels);
        all.add(series);
        used += Allowance.SAMPLES_OF_SERIES;
        return series;
    }

    /**
     * Adds a pane with samples, in the order of the panes.
     *
     * @param value NaN if it exceeds the numbers of the store
     */
    public void add(OfSeries series, long pane, long count, double value) {
        isExact &= Double.isFinite(value);
        series.counts.add(pane, count);
        series.values.add(pane, value);
        used++;
    }

    /**
     * Throws {@link io.weir.query.series.EvaluationException} above the allowance.
     *
     * @param others what the reader has in memory besides
     */
    public void check(long others) {
        allowance.check(used + others);
    }

    /** The ranges, in the order of the labels of their series; empty if a number is too large. */
    Optional<List<Series>> results() {
        List<Series> results = new ArrayList<>(all.size());
        for (OfSeries each : all) {
            Series combined = combined(each.counts.build(), each.values.build());
            // All its samples may be between two ranges.
            if (combined.stamps().length > 0) {
                results.add(combined);
            }
        }
        results.sort(Comparator.comparing(Series::labels));
        return isExact ? Optional.of(results) : Optional.empty();
    }

    private Series combined(Series counts, Series values) {
        SeriesBuilder results = new SeriesBuilder(values.labels());
        for (int range = 0; range < panes.ranges().count(); range++) {
            long last = panes.last(range);
            long count = 0;
            // Its sum is compensated.
            DoubleSummaryStatistics ofRange = new DoubleSummaryStatistics();
            for (int i = values.first(panes.first(range));
                    i < values.stamps().length && values.stamps()[i] <= last;
                    i++) {
                count += (long) counts.values()[i];
                ofRange.accept(values.values()[i]);
            }
            if (count > 0) {
                double result = result(count, ofRange);
                isExact &= Double.isFinite(result);
                results.add(panes.ranges().end(range), result);
            }
        }
        return results.build();
    }

    private double result(long count, DoubleSummaryStatistics ofRange) {
        return switch (statistic) {
            case COUNT -> count;
            case SUM -> ofRange.getSum();
            case MEAN -> ofRange.getSum() / count;
            case MIN -> ofRange.getMin();
            case MAX -> ofRange.getMax();
        };
    }
}
