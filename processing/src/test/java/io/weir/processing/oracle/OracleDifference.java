package io.weir.processing.oracle;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** By how much a field differs from the value before: all values by their stamps. */
final class OracleDifference {

    private final TreeMap<Long, Double> values = new TreeMap<>();

    /** A value arrives; nothing comes of one that is older than the latest. */
    OptionalDouble tell(double value, long stamp) {
        if (!values.isEmpty() && stamp < values.lastKey()) {
            return OptionalDouble.empty();
        }
        values.put(stamp, value);
        Map.Entry<Long, Double> before = values.lowerEntry(stamp);
        return before == null ? OptionalDouble.empty() : OptionalDouble.of(value - before.getValue());
    }
}
