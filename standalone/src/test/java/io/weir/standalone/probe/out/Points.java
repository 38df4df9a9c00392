package io.weir.standalone.probe.out;

import io.weir.contract.line.Series;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Points and rounds for tests. */
final class Points {
    static final long BOOT = 1_000;

    private Points() {}

    static Point point(String measurement, Map<String, String> tags, long timestampNanos, Value... values) {
        return new Point(new Series(measurement, new TreeMap<>(tags)), List.of(values), BOOT, timestampNanos);
    }

    static Value gauge(String field, Number number) {
        return new Value(field, number, false);
    }

    static Value counter(String field, long number) {
        return new Value(field, number, true);
    }

    static Round round(Point... points) {
        return new Round(List.of(points));
    }
}
