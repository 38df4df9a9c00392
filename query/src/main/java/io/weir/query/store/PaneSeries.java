package io.weir.query.store;

import io.weir.query.series.ExactSum;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesRanges;
import java.util.Arrays;
import java.util.List;

/** The panes of one series, in their order, of which it combines ranges. Filled by one thread, then read. */
public final class PaneSeries implements SeriesRanges {
    private static final int FIRST_SIZE = 2;

    /** The number of statistics of a sum or a mean. */
    private static final int SUMS = 4;

    private final Labels labels;
    private final Panes panes;
    private final RangeStatistic statistic;
    private long[] numbers = new long[FIRST_SIZE];
    /** By number of the {@link PaneStatistic} and pane. */
    private final double[][] values;

    /** Without signs: no sum of some samples is larger. */
    private double greatestSum;

    private boolean hasNegative;
    private boolean hasPositive;

    private int size;

    PaneSeries(Labels labels, Panes panes, RangeStatistic statistic) {
        this.labels = labels;
        this.panes = panes;
        this.statistic = statistic;
        values = new double[PaneStatistic.of(statistic).size()][FIRST_SIZE];
    }

    /**
     * Adds a pane.
     *
     * @param ofPane the statistics of the pane
     * @return false if a statistic of a range may exceed the numbers that there are
     */
    boolean add(long pane, double[] ofPane) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            for (int i = 0; i < values.length; i++) {
                values[i] = Arrays.copyOf(values[i], size * 2);
            }
        }
        numbers[size] = pane;
        for (int i = 0; i < values.length; i++) {
            values[i][size] = ofPane[i];
        }
        size++;
        return areFinite(ofPane);
    }

    /**
     * Adds the statistics of other samples to the last pane.
     *
     * @return as {@link #add}
     */
    boolean combine(double[] others) {
        List<PaneStatistic> statistics = PaneStatistic.of(statistic);
        for (int i = 0; i < values.length; i++) {
            double known = values[i][size - 1];
            values[i][size - 1] = switch (statistics.get(i)) {
                case COUNT, SUM -> known + others[i];
                case MIN -> Math.min(known, others[i]);
                case MAX -> Math.max(known, others[i]);
            };
        }
        return areFinite(others);
    }

    private boolean areFinite(double[] ofPane) {
        boolean isFinite = true;
        for (double each : ofPane) {
            isFinite &= Double.isFinite(each);
        }
        if (values.length == SUMS) {
            greatestSum += ofPane[0] * Math.max(Math.abs(ofPane[2]), Math.abs(ofPane[3]));
            hasNegative |= ofPane[2] < 0;
            hasPositive |= ofPane[3] > 0;
        }
        return isFinite && Double.isFinite(greatestSum);
    }

    /** Whether samples of a range cancel each other, so that its sum may differ from that of Weir in all digits. */
    boolean cancels() {
        if (!hasNegative || !hasPositive) {
            return false;
        }
        int last = panes.ranges().count() - 1;
        for (int range = 0; range <= last; range++) {
            int from = index(panes.first(range));
            int to = index(panes.last(range) + 1);
            if (from < to
                    && PaneStatistic.cancel(
                            sum(values[0], from, to),
                            sum(values[1], from, to),
                            min(values[2], from, to),
                            max(values[3], from, to))) {
                return true;
            }
        }
        return false;
    }

    /** Whether panes ascend up to this one. */
    boolean isNext(long pane) {
        return size == 0 || numbers[size - 1] < pane;
    }

    /** Whether this is the last pane. */
    boolean isLast(long pane) {
        return size > 0 && numbers[size - 1] == pane;
    }

    @Override
    public Labels labels() {
        return labels;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public double of(int range) {
        int from = index(panes.first(range));
        int to = index(panes.last(range) + 1);
        if (from == to) {
            return Double.NaN;
        }
        return switch (statistic) {
            case COUNT -> sum(values[0], from, to);
            case SUM -> sum(values[1], from, to);
            case MIN -> min(values[1], from, to);
            case MAX -> max(values[1], from, to);
            case MEAN -> {
                double mean = sum(values[1], from, to) / sum(values[0], from, to);
                // The mean of equal numbers is this number, also if their sum is rounded.
                yield Math.max(min(values[2], from, to), Math.min(max(values[3], from, to), mean));
            }
        };
    }

    /** The index of the first pane with this number or a later one. */
    private int index(long pane) {
        int found = Arrays.binarySearch(numbers, 0, size, pane);
        return found < 0 ? -found - 1 : found;
    }

    private static double sum(double[] values, int from, int to) {
        ExactSum sum = new ExactSum();
        for (int i = from; i < to; i++) {
            sum.add(values[i]);
        }
        return sum.value();
    }

    private static double min(double[] values, int from, int to) {
        double min = values[from];
        for (int i = from + 1; i < to; i++) {
            min = values[i] < min ? values[i] : min;
        }
        return min;
    }

    private static double max(double[] values, int from, int to) {
        double max = values[from];
        for (int i = from + 1; i < to; i++) {
            max = values[i] > max ? values[i] : max;
        }
        return max;
    }
}
