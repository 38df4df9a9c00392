package io.weir.query.eval;

import io.weir.query.series.ExactSum;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A function of ranges, of windows of a tier instead of samples. A mean is weighted by the numbers of samples. */
final class WindowRanges implements VectorNode {
    private final RangeStatistic statistic;
    private final RangeSelection values;
    /** By the labels of the series. */
    private final Map<Labels, Series> counts = new HashMap<>();

    private final Unique unique = new Unique();

    /**
     * @param values the means of windows for sums and means, and otherwise the results of the statistic
     * @param counts the numbers of samples in windows; only sums and means need them
     */
    WindowRanges(RangeStatistic statistic, RangeSelection values, List<Series> counts) {
        this.statistic = statistic;
        this.values = values;
        counts.forEach(each -> this.counts.put(each.labels(), each));
    }

    /** Whether a statistic needs the means of windows, and their numbers of samples. */
    static boolean isWeighted(RangeStatistic statistic) {
        return statistic == RangeStatistic.SUM || statistic == RangeStatistic.MEAN;
    }

    @Override
    public List<Sample> at(long time) {
        List<Sample> samples = new ArrayList<>();
        for (Series each : values.series()) {
            Window window = values.window(each, time);
            double value = isWeighted(statistic) ? weighted(each, window) : plain(window);
            if (!Double.isNaN(value)) {
                Labels labels = each.labels().withoutName();
                unique.claim(labels, each.labels());
                samples.add(new Sample(labels, value));
            }
        }
        return samples;
    }

    private double plain(Window window) {
        if (window.size() == 0) {
            return Double.NaN;
        }
        ExactSum sum = new ExactSum();
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < window.size(); i++) {
            double value = window.value(i);
            sum.add(value);
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        return switch (statistic) {
            case MIN -> least;
            case MAX -> greatest;
            default -> sum.value();
        };
    }

    private double weighted(Series series, Window window) {
        Series numbers = counts.get(series.labels());
        ExactSum sum = new ExactSum();
        ExactSum count = new ExactSum();
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < window.size() && numbers != null; i++) {
            int at = numbers.first(window.stamp(i));
            if (at < numbers.stamps().length && numbers.stamps()[at] == window.stamp(i)) {
                double mean = window.value(i);
                sum.add(mean * numbers.values()[at]);
                count.add(numbers.values()[at]);
                least = Math.min(least, mean);
                greatest = Math.max(greatest, mean);
            }
        }
        if (count.value() == 0) {
            return Double.NaN;
        }
        // The mean of equal numbers is this number, also if their sum is rounded.
        return statistic == RangeStatistic.SUM
                ? sum.total()
                : Math.max(least, Math.min(greatest, sum.total() / count.value()));
    }
}
