package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.Comment;
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
 * @param comment what the command writes about alarms; null for other causes
 */
record Cause(
        Instant time,
        @Nullable String command,
        @Nullable Source source,
        long timestamp,
        @Nullable Comment comment) {

    /** Creates a cause that is no comment. */
    Cause(Instant time, @Nullable String command, @Nullable Source source, long timestamp) {
        this(time, command, source, timestamp, null);
    }

    /** Returns the cause of transitions that no record causes. */
    static Cause withoutRecord(Instant time, long timestamp) {
        return new Cause(time, null, null, timestamp);
    }
}
