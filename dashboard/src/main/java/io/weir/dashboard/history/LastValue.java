package io.weir.dashboard.history;

import java.util.Map;

/**
 * The last stored value of one field of one series before the end of a range.
 *
 * @param millis its time
 * @param periodMillis the usual interval between its last values; 0 if there is only one
 */
public record LastValue(
        String measurement, Map<String, String> tags, String field, long millis, double value, long periodMillis) {

    /** Returns a copy whose period is the interval since an earlier value. */
    LastValue after(LastValue earlier) {
        return new LastValue(measurement, tags, field, millis, value, millis - earlier.millis);
    }
}
