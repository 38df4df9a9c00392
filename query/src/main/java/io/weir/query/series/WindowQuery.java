package io.weir.query.series;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The values of which a store computes windows or last values.
 *
 * @param matchers of the series, in raw
 * @param from first millisecond since 1970; not before 1970
 * @param to last millisecond
 * @param types of the fields
 * @param mostSeries a store that answers series by series leaves out further series of a measurement
 * @param mostRows a store that answers moment by moment leaves out the earliest windows of a measurement that has more
 * @param tier the windows of a tier that the store reads instead of raw values; empty for raw
 */
public record WindowQuery(
        List<Matcher> matchers,
        long from,
        long to,
        Set<ValueType> types,
        int mostSeries,
        int mostRows,
        Optional<TierWindows> tier) {
    /** The types of which windows are computed. */
    public static final Set<ValueType> ALL_TYPES = Set.copyOf(EnumSet.complementOf(EnumSet.of(ValueType.ARRAY)));

    /** A query of raw values. */
    public WindowQuery(List<Matcher> matchers, long from, long to, Set<ValueType> types, int mostSeries, int mostRows) {
        this(matchers, from, to, types, mostSeries, mostRows, Optional.empty());
    }

    /** Whether a window of this length may contain several windows of a tier, whose means must be weighted. */
    public boolean isWeighted(long step) {
        return tier.filter(windows -> windows.length() < step).isPresent();
    }
}
