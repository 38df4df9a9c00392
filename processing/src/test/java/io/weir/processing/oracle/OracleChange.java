package io.weir.processing.oracle;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The time in seconds since the value of a field changed. */
final class OracleChange {

    private final TreeMap<Long, String> values = new TreeMap<>();

    /** Passes a value; one of the same stamp replaces the last. */
    OptionalDouble add(String next, long stamp) {
        if (!values.isEmpty() && stamp < values.lastKey()) {
            return OptionalDouble.empty();
        }
        values.put(stamp, next);
        long changed = stamp;
        for (Map.Entry<Long, String> each : values.descendingMap().entrySet()) {
            if (!each.getValue().equals(next)) {
                break;
            }
            changed = each.getKey();
        }
        return OptionalDouble.of((stamp - changed) / 1e9);
    }
}
