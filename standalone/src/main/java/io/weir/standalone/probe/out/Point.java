package io.weir.standalone.probe.out;

import io.weir.contract.line.Series;
import java.util.List;

/**
 * The values of a series at a time.
 *
 * @param values at least one
 * @param startNanos when its counters were 0, since 1970
 * @param timestampNanos since 1970
 */
public record Point(Series series, List<Value> values, long startNanos, long timestampNanos) {
    /** Copies the values. */
    public Point {
        values = List.copyOf(values);
    }
}
