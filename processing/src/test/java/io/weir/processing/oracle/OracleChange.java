package io.weir.processing.oracle;

import java.util.OptionalDouble;

/** The seconds for which a field has had its value. */
final class OracleChange {

    private String value = "";
    private long latest = Long.MIN_VALUE;
    private long changed;

    OptionalDouble add(String next, long stamp) {
        if (stamp < latest) {
            return OptionalDouble.empty();
        }
        changed = next.equals(value) ? changed : stamp;
        value = next;
        latest = stamp;
        return OptionalDouble.of((stamp - changed) / 1e9);
    }
}
