package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an alarm. It is published as a transition; while the alarm chatters, it is only stored,
 * and a later transition reports it.
 */
record Transition(Alarm before, Alarm after, Cause cause) {

    /** Returns whether the transition is published. */
    boolean isPublished() {
        return after.transitions() > before.transitions();
    }

    /**
     * Returns the chatter of the current phase or, at the end of chattering, of the phase that
     * ends.
     */
    private Flips flips() {
        return after.flips().isChattering() ? after.flips() : before.flips();
    }

    private static @Nullable Boolean trueOrNull(boolean isSo) {
        return isSo ? true : null;
    }

    /**
     * Returns the transition with this mask applied.
     *
     * @param mask null if none is active
     */
    Transition under(@Nullable String mask) {
        return new Transition(before, after.under(mask), cause);
    }

    /** Returns the event to publish. */
    AlarmEvent event(Instant decisionTime) {
        Alarm.CommandDetails details = after.commandDetails();
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
                cause.time(),
                decisionTime,
                details == null ? null : details.user(),
                details == null ? null : details.reason(),
                after.since(),
                after.worst(),
                details == null ? null : details.expiry(),
                cause.command(),
                cause.source(),
                after.condition().text(),
                trueOrNull(after.flips().isChattering()),
                flips().isChattering() ? flips().count() : null,
                trueOrNull(after.escalated() != null),
                flips().isChattering() ? flips().swing() : null,
                after.suppressedBy(),
                trueOrNull(after.condition().latch()),
                after.raisedAt(),
                cause.comment());
    }
}
