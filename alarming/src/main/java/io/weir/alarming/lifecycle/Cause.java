package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The cause of changes in dependent alarms.
 *
 * @param time when the cause happened, by the clock of the metric or the operator if one of them is
 *     the cause
 * @param command id of the causing command; null if there is none
 * @param source the causing record; null if the clock caused it
 * @param timestamp record timestamp of the output, in milliseconds since 1970
 */
record Cause(
        Instant time, @Nullable String command, @Nullable Source source, long timestamp) {

    static Cause of(Transition transition, long timestamp) {
        return new Cause(transition.time(), transition.command(), transition.source(), timestamp);
    }

    /** Returns the transition with this cause. */
    Transition of(Transition caused) {
        return new Transition(caused.before(), caused.after(), caused.time(), command, source);
    }
}
