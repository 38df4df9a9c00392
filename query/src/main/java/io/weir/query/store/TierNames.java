package io.weir.query.store;

import io.weir.query.naming.Selection;
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

    /** What matchers of raw series select of a tier, by the column with a statistic. */
    static Selection selection(List<Matcher> matchers, TierWindows windows, RangeStatistic statistic) {
        return Selection.inTier(matchers, windows.tier(), suffix(statistic));
    }

    private static String suffix(RangeStatistic statistic) {
        return switch (statistic) {
            case COUNT -> "_count";
            case SUM -> "_sum";
            case MEAN -> "_mean";
            case MIN -> "_min";
            case MAX -> "_max";
        };
    }
}
