package io.weir.query.tier;

import io.weir.query.naming.TierNames;
import io.weir.query.series.ExactSum;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Collects the means and numbers of values of a tier's windows, and passes on the means of longer windows, under the names
 * of raw. Each mean is weighted by its number of values. Means without a number count only if the longer window has none
 * with it; then they weigh the same.
 */
final class TierWindowMeans implements ValueSink {
    private static final long NANOS_PER_MILLI = 1_000_000;
    static final String MEAN = TierNames.suffix(RangeStatistic.MEAN);
    static final String COUNT = TierNames.suffix(RangeStatistic.COUNT);

    private final String ending;
    private final long length;
    private final long start;
    private final int size;
    private final Map<Origin, Windows> all = new LinkedHashMap<>();

    private String measurement = "";
    private Map<String, String> tags = Map.of();
    private int index;

    private record Origin(String measurement, Map<String, String> tags, String field) {}

    /** The windows of a field of a series; NaN for none. */
    private static final class Windows {
        private final double[] means;
        private final double[] counts;

        private Windows(int size) {
            means = new double[size];
            counts = new double[size];
            Arrays.fill(means, Double.NaN);
            Arrays.fill(counts, Double.NaN);
        }

        /** The mean of some windows; NaN if they have none. */
        private double mean(int from, int to) {
            ExactSum sum = new ExactSum();
            ExactSum weights = new ExactSum();
            double least = Double.POSITIVE_INFINITY;
            double greatest = Double.NEGATIVE_INFINITY;
            boolean isWeighted = isWeighted(from, to);
            for (int i = from; i < to; i++) {
                double weight = isWeighted ? counts[i] : 1;
                if (!Double.isNaN(means[i]) && weight > 0) {
                    sum.add(means[i] * weight);
                    weights.add(weight);
                    least = Math.min(least, means[i]);
                    greatest = Math.max(greatest, means[i]);
                }
            }
            // The mean of equal numbers is this number, also if their sum is rounded.
            return weights.value() == 0
                    ? Double.NaN
                    : Math.max(least, Math.min(greatest, sum.total() / weights.total()));
        }

        private boolean isWeighted(int from, int to) {
            for (int i = from; i < to; i++) {
                if (!Double.isNaN(means[i]) && counts[i] > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * @param ending of the measurements of the tier
     * @param length of the tier's windows, in milliseconds
     * @param from the first millisecond
     * @param to the last millisecond
     */
    TierWindowMeans(String ending, long length, long from, long to) {
        this.ending = ending;
        this.length = length;
        start = Math.floorDiv(from, length) * length;
        size = (int) ((to - start) / length) + 1;
    }

    @Override
    public void row(String ofMeasurement, Map<String, String> withTags, long nanos) {
        measurement = ofMeasurement.substring(0, ofMeasurement.length() - ending.length());
        tags = withTags;
        index = (int) ((nanos / NANOS_PER_MILLI - start) / length);
    }

    @Override
    public void value(String field, ValueType type, String text) {
        boolean isCount = field.endsWith(COUNT);
        String name = field.substring(0, field.length() - (isCount ? COUNT : MEAN).length());
        Windows windows = all.computeIfAbsent(new Origin(measurement, tags, name), unseen -> new Windows(size));
        (isCount ? windows.counts : windows.means)[index] = Double.parseDouble(text);
    }

    /** Passes on the means of windows of this length, series by series. */
    void passOn(long step, ValueSink sink) {
        all.forEach((origin, windows) -> {
            int from = 0;
            while (from < size) {
                long window = Math.floorDiv(start + from * length, step) * step;
                // The first window of the tier that is in the next longer window.
                int to = (int) Math.min(size, Math.max(from + 1, -Math.floorDiv(start - window - step, length)));
                double mean = windows.mean(from, to);
                if (!Double.isNaN(mean)) {
                    sink.row(origin.measurement(), origin.tags(), window * NANOS_PER_MILLI);
                    sink.value(origin.field(), ValueType.FLOAT, Double.toString(mean));
                }
                from = to;
            }
        });
    }
}
