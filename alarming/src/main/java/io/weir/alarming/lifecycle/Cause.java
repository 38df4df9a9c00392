package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The cause of transitions.
 *
 * @param time when the cause happened, by the clock of the metric or the operator if one of them is
 *     the cause; the deadline if a deadline is
 * @param command id of the causing command, or null
 * @param source the causing record; null if no record caused it
 * @param timestamp record timestamp of the output, in milliseconds since 1970
 */
record Cause(
        Instant time, @Nullable String command, @Nullable Source source, long timestamp) {

    /** Returns the cause of transitions that no record causes. */
    static Cause withoutRecord(Instant time, long timestamp) {
        return new Cause(time, null, null, timestamp);
    }
}
