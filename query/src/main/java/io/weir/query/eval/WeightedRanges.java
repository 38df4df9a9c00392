package io.weir.query.eval;

import io.weir.query.series.ExactSum;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sum or mean of ranges, from the means of windows; each mean is weighted by the number of samples in its window.
 */
final class WeightedRanges implements VectorNode {
    private final boolean isMean;
    private final RangeSelection means;
    /** The numbers of samples in windows, by the labels of the series. */
    private final Map<Labels, Series> counts = new HashMap<>();

    private final Unique unique = new Unique();

    /**
     * @param isMean true for the mean, false for the sum
     * @param means the means of windows
     * @param counts the numbers of samples in windows, at the same times
     */
    WeightedRanges(boolean isMean, RangeSelection means, List<Series> counts) {
        this.isMean = isMean;
        this.means = means;
        counts.forEach(each -> this.counts.put(each.labels(), each));
    }

    @Override
    public List<Sample> at(long time) {
        List<Sample> samples = new ArrayList<>();
        for (Series each : means.series()) {
            double value = value(means.window(each, time), counts.get(each.labels()));
            if (!Double.isNaN(value)) {
                Labels labels = each.labels().withoutName();
                unique.claim(labels, each.labels());
                samples.add(new Sample(labels, value));
            }
        }
        return samples;
    }

    /** The sum or mean of a range; NaN if no window has both a mean and a number of samples. */
    private double value(Window window, @Nullable Series numbers) {
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
        return isMean ? Math.max(least, Math.min(greatest, sum.total() / count.value())) : sum.total();
    }
}
