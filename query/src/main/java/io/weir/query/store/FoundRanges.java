package io.weir.query.store;

import io.weir.query.naming.Origins;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.Labels;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.SeriesRanges;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what a store computes of {@link Panes}, and counts it against an allowance. */
public final class FoundRanges {
    private final Panes panes;
    private final RangeQuery query;
    /** Of panes. */
    private final RangeStatistic statistic;

    private final Allowance allowance;
    private final Deadline deadline;
    private final Origins origins = new Origins();
    private final Map<Labels, PaneSeries> all = new HashMap<>();
    private long used;
    private long computed;
    private boolean areSamplesNeeded;

    FoundRanges(Panes panes, RangeQuery query, Allowance allowance, Deadline deadline) {
        this.panes = panes;
        this.query = query;
        this.statistic = query.groups()
                .filter(groups -> query.groupsSeries())
                .map(SeriesGroups::statistic)
                .orElse(query.statistic());
        this.allowance = allowance;
        this.deadline = deadline;
    }

    public Panes panes() {
        return panes;
    }

    public RangeQuery query() {
        return query;
    }

    /**
     * The statistics that the store passes on for each field in a pane, in the order of the columns. The first is the number
     * of samples, or of series, if {@link RangeQuery#groupsSeries}.
     */
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
        areSamplesNeeded |= !series.add(pane, ofPane);
        used++;
        computed += query.groupsSeries() ? (long) ofPane[0] : 1;
    }

    /** Adds the statistics of other samples to the last pane of a series or a group. */
    void combine(PaneSeries series, double[] ofPane) {
        areSamplesNeeded |= !series.combine(ofPane);
    }

    /** The store cannot compute a part, such as a number that is too large. */
    public void needSamples() {
        areSamplesNeeded = true;
    }

    /** Whether the store cannot compute a part, so that no result is needed. */
    boolean areSamplesNeeded() {
        return areSamplesNeeded;
    }

    /** The panes of series that the store has computed. */
    long computed() {
        return computed;
    }

    /**
     * Throws {@link io.weir.query.series.EvaluationException} above the allowance.
     *
     * @param others what the reader has in memory besides
     */
    public void check(long others) {
        allowance.check(used + others);
    }

    /** In the order of labels; empty if samples are needed, or the time is over. */
    Optional<List<SeriesRanges>> results() {
        areSamplesNeeded =
                areSamplesNeeded || all.values().stream().anyMatch(each -> deadline.isOver() || each.cancels());
        return areSamplesNeeded
                ? Optional.empty()
                : Optional.of(all.values().stream()
                        .map(SeriesRanges.class::cast)
                        .sorted(Comparator.comparing(SeriesRanges::labels))
                        .toList());
    }
}
