package io.weir.query.store;

import io.weir.query.series.RangeStatistic;

/** What a store computes of the samples of a pane, besides their number. */
public enum PaneStatistic {
    COUNT,
    SUM,
    MIN,
    MAX;

    /** The one from which the statistic of ranges follows. */
    static PaneStatistic of(RangeStatistic ofRange) {
        return switch (ofRange) {
            case COUNT -> COUNT;
            case SUM, MEAN -> SUM;
            case MIN -> MIN;
            case MAX -> MAX;
        };
    }
}
