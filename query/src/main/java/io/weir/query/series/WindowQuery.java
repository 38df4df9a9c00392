package io.weir.query.series;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The values of which a store computes windows or last values.
 *
 * @param matchers of the series
 * @param from first millisecond since 1970; not before 1970
 * @param to last millisecond
 * @param types of the fields
 * @param mostSeries a store that answers series by series leaves out further series of a measurement
 * @param mostRows a store that answers moment by moment leaves out the earliest windows of a measurement that has more
 */
public record WindowQuery(
        List<Matcher> matchers, long from, long to, Set<ValueType> types, int mostSeries, int mostRows) {
    /** The types of which windows are computed. */
    public static final Set<ValueType> ALL_TYPES = Set.copyOf(EnumSet.complementOf(EnumSet.of(ValueType.ARRAY)));
}
