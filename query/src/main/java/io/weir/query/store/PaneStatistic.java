package io.weir.query.store;

import io.weir.query.series.RangeStatistic;
import java.util.List;

/** A statistic that a store computes of the samples of a pane. */
public enum PaneStatistic {
    COUNT,
    SUM,
    MIN,
    MAX;

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
