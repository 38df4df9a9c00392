package io.weir.alarming.action;

import io.weir.contract.rule.alarm.ActionLimit;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The recent decisions of a rule, for its rate limit. Immutable, pure.
 *
 * @param decidedMillis at most {@link ActionLimit#MOST} times; callers must not change the array
 * @param heldUntil end of the alarm about a held-back action; null without one
 * @param ruleVersion version of the rules that held it back
 */
record ActionWindow(long[] decidedMillis, @Nullable Instant heldUntil, String ruleVersion) {

    static final ActionWindow EMPTY = new ActionWindow(new long[0], null, "");

    /** Returns whether the limit allows another action. A clock that goes back frees nothing. */
    boolean hasRoom(ActionLimit limit, Instant now) {
        return recent(limit, now).length < limit.n();
    }

    /** Returns the window with another decision. */
    ActionWindow decided(ActionLimit limit, Instant now) {
        long[] recent = recent(limit, now);
        long[] more = Arrays.copyOf(recent, recent.length + 1);
        more[recent.length] = now.toEpochMilli();
        return new ActionWindow(more, heldUntil, ruleVersion);
    }

    ActionWindow heldBack(ActionLimit limit, String version, Instant now) {
        return new ActionWindow(decidedMillis, now.plus(limit.within()), version);
    }

    ActionWindow free() {
        return new ActionWindow(decidedMillis, null, "");
    }

    private long[] recent(ActionLimit limit, Instant now) {
        long after = now.minus(limit.within()).toEpochMilli();
        return Arrays.stream(decidedMillis).filter(millis -> millis > after).toArray();
    }
}
