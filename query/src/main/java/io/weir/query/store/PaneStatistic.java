package io.weir.query.store;

import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import java.util.List;

/** A statistic that a store computes of the samples of a pane. */
public enum PaneStatistic {
    COUNT,
    SUM,
    MIN,
    MAX;

    /**
     * The statistics that a statement computes of the samples of a pane. The least and the greatest sample of groups show
     * whether a series may be too large for a number, although the group is not.
     */
    public static List<PaneStatistic> ofSamples(RangeQuery query) {
        boolean isOfGroups = query.groupsSamples() && query.statistic() == RangeStatistic.SUM;
        return of(isOfGroups ? RangeStatistic.MEAN : query.statistic());
    }

    /** The statistics from which that of ranges follows; the number of samples is the first. */
    public static List<PaneStatistic> of(RangeStatistic ofRange) {
        return switch (ofRange) {
            case COUNT -> List.of(COUNT);
            case SUM -> List.of(COUNT, SUM);
            case MEAN -> List.of(COUNT, SUM, MIN, MAX);
            case MIN -> List.of(COUNT, MIN);
            case MAX -> List.of(COUNT, MAX);
        };
    }
}
