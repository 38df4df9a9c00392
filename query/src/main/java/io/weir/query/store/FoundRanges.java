package io.weir.query.store;

import io.weir.query.naming.Origins;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesRanges;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what a store computes of {@link Panes}, and counts it against an allowance. */
public final class FoundRanges {
    private final Panes panes;
    private final RangeStatistic statistic;
    private final Allowance allowance;
    private final Origins origins = new Origins();
    private final Map<Labels, PaneSeries> all = new HashMap<>();
    private long used;
    private boolean isTooLarge;

    FoundRanges(Panes panes, RangeStatistic statistic, Allowance allowance) {
        this.panes = panes;
        this.statistic = statistic;
        this.allowance = allowance;
    }

    public Panes panes() {
        return panes;
    }

    /** What the store computes of each field in a pane, in the order of the columns; the number of samples first. */
    public List<PaneStatistic> statistics() {
        return PaneStatistic.of(statistic);
    }

    /**
     * The series with these labels, new or from an earlier statement. Throws
     * {@link io.weir.query.series.EvaluationException} if another field has the labels.
     */
    public PaneSeries of(Labels labels, String measurement, String field) {
        origins.claim(labels, measurement, field);
        PaneSeries known = all.get(labels);
        if (known == null) {
            known = new PaneSeries(labels, panes, statistic);
            all.put(labels, known);
            used += Allowance.SAMPLES_OF_SERIES;
        }
        return known;
    }

    /**
     * Adds a pane with samples, later than those before.
     *
     * @param ofPane its {@link #statistics}; NaN for one that exceeds the numbers of the store
     */
    public void add(PaneSeries series, long pane, double[] ofPane) {
        isTooLarge |= !series.add(pane, ofPane);
        used++;
    }

    /** A number of the answer is too large, so that the store cannot write it. */
    public void tooLarge() {
        isTooLarge = true;
    }

    /** Whether a number is too large, so that no result is needed. */
    boolean isTooLarge() {
        return isTooLarge;
    }

    int series() {
        return all.size();
    }

    /**
     * Throws {@link io.weir.query.series.EvaluationException} above the allowance.
     *
     * @param others what the reader has in memory besides
     */
    public void check(long others) {
        allowance.check(used + others);
    }

    /** In the order of labels; empty if a number is too large. */
    Optional<List<SeriesRanges>> results() {
        return isTooLarge
                ? Optional.empty()
                : Optional.of(all.values().stream()
                        .map(SeriesRanges.class::cast)
                        .sorted(Comparator.comparing(SeriesRanges::labels))
                        .toList());
    }
}
