package io.weir.query.series;

import java.util.Map;

/** Receives raw values in the order of a store. Each method may throw an unchecked exception, which ends the reading. */
public interface ValueSink {
    /**
     * The next values belong to this row.
     *
     * @param tags by their names in the store; without empty ones
     * @param nanos since 1970
     */
    void row(String measurement, Map<String, String> tags, long nanos);

    /**
     * A value of the row.
     *
     * @param text the text itself; a value of another type as JSON, such as {@code 3.5}, {@code true} or {@code [1,2]}
     */
    void value(String field, ValueType type, String text);
}
