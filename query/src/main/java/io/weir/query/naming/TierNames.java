package io.weir.query.naming;

import io.weir.query.series.Matcher;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.TierWindows;
import java.util.List;

/** The names of columns in tiers: {@code <field>_<function>}. */
public final class TierNames {
    private TierNames() {}

    /** The column with a statistic of a field. */
    public static String column(String field, RangeStatistic statistic) {
        return field + suffix(statistic);
    }

    /**
     * The results of windows from which a statistic of ranges follows. The first result has the value of a window; a
     * count after it is the weight.
     */
    public static List<RangeStatistic> results(RangeStatistic statistic) {
        return switch (statistic) {
            case COUNT, MIN, MAX -> List.of(statistic);
            case SUM, MEAN -> List.of(RangeStatistic.MEAN, RangeStatistic.COUNT);
        };
    }

    /** The columns that a statement reads to compute ranges from a column of a field: a mean needs the count, too. */
    public static List<String> columns(String field, String column) {
        return column.equals(column(field, RangeStatistic.MEAN))
                ? List.of(column, column(field, RangeStatistic.COUNT))
                : List.of(column);
    }

    /** The selection of the columns with a statistic in a tier, by matchers of raw series. */
    public static Selection selection(List<Matcher> matchers, TierWindows windows, RangeStatistic statistic) {
        return Selection.inTier(matchers, windows.tier(), suffix(statistic));
    }

    /** The ending of the names of columns with a statistic, after the name of the field. */
    public static String suffix(RangeStatistic statistic) {
        return switch (statistic) {
            case COUNT -> "_count";
            case SUM -> "_sum";
            case MEAN -> "_mean";
            case MIN -> "_min";
            case MAX -> "_max";
        };
    }
}
