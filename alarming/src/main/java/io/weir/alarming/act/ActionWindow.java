package io.weir.alarming.act;

import io.weir.contract.rule.ActionLimit;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * When a rule decided its last actions, and whether one was held back. Immutable, pure.
 *
 * @param decidedMillis at most {@link ActionLimit#MOST}; not to be changed
 * @param heldUntil when the alarm that one was held back is over; null if there is none
 * @param ruleVersion of the rules that held it back
 */
record ActionWindow(long[] decidedMillis, @Nullable Instant heldUntil, String ruleVersion) {

    static final ActionWindow EMPTY = new ActionWindow(new long[0], null, "");

    /** Whether the limit allows one more now. A clock that goes back forgets nothing. */
    boolean hasRoom(ActionLimit limit, Instant now) {
        return recent(limit, now).length < limit.n();
    }

    /** With one more. */
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
