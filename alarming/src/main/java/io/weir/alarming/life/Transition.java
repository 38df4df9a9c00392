package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One transition of an alarm; or, where it chatters, what is remembered of it and told later.
 *
 * @param time when it happened, by the metric's or the operator's clock
 * @param command the id of the command that caused it; null if none did
 * @param source the record that caused it; null if the clock did
 */
record Transition(
        Alarm before,
        Alarm after,
        Instant time,
        @Nullable String command,
        @Nullable Source source) {

    /** Is the world told of it? */
    boolean isTold() {
        return after.transitions() > before.transitions();
    }

    /** Of the time while it chatters; of what is told of the end, of the time that ends. */
    private Flips flips() {
        return after.flips().isChattering() ? after.flips() : before.flips();
    }

    private static @Nullable Boolean told(boolean isSo) {
        return isSo ? true : null;
    }

    /** The same where a mask holds for the alarm, or, if it is null, none does. */
    Transition under(@Nullable String mask) {
        return new Transition(before, after.under(mask), time, command, source);
    }

    /** What the world is told. */
    AlarmEvent event(Instant decisionTime) {
        Alarm.Word word = after.word();
        return new AlarmEvent(
                after.id(),
                after.id() + "#" + after.transitions(),
                after.condition().rule(),
                after.condition().ruleVersion(),
                before.state(),
                after.state(),
                after.shownSeverity(),
                after.condition().value(),
                after.condition().threshold(),
                after.condition().message(),
                after.condition().guidance(),
                after.condition().tags(),
                time,
                decisionTime,
                word == null ? null : word.user(),
                word == null ? null : word.reason(),
                after.since(),
                after.worst(),
                word == null ? null : word.expiry(),
                command,
                source,
                after.condition().text(),
                told(after.flips().isChattering()),
                flips().isChattering() ? flips().count() : null,
                told(after.escalated() != null),
                flips().isChattering() ? flips().swing() : null,
                after.suppressedBy(),
                told(after.condition().latch()));
    }
}
