package io.weir.query.series;

import java.util.Map;

/** Receives last values. It may throw an unchecked exception, which ends the reading. */
public interface LastSink {
    /**
     * The last value of a field of a series.
     *
     * @param tags by their names in the store; without empty ones
     * @param value a flag is 0 or 1
     * @param millis its time
     * @param periodMillis the usual interval between its values; 0 if there is only one
     */
    void last(String measurement, Map<String, String> tags, String field, double value, long millis, long periodMillis);
}
