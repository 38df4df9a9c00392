package io.weir.alarming.life;

import io.weir.contract.alarm.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What made alarms change that hang on others.
 *
 * @param time when it happened, by the metric's or the operator's clock
 * @param command the id of the command that it was; null if it was none
 * @param source the record that it was; null if it was the clock
 * @param timestamp of the records that tell of it, in milliseconds since 1970
 */
record Cause(
        Instant time, @Nullable String command, @Nullable Source source, long timestamp) {

    static Cause of(Transition transition, long timestamp) {
        return new Cause(transition.time(), transition.command(), transition.source(), timestamp);
    }

    /** The transition as one that this caused. */
    Transition of(Transition caused) {
        return new Transition(caused.before(), caused.after(), caused.time(), command, source);
    }
}
