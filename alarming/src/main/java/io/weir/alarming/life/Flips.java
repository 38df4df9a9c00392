package io.weir.alarming.life;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Swing;
import io.weir.contract.rule.Chatter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often an alarm was raised lately, and what is held back of one that chatters. Immutable, pure.
 *
 * @param raises when it was raised, by the metric's clock, the latest last: at most as many as its rule counts; none of one that
 *     chatters
 * @param count how often it was raised since it chatters, with those that made it chatter; 0: it does not
 * @param swing between which values it went while it chatters; null: none was heard
 * @param held the last change of its condition, if that was not told
 */
record Flips(
        List<Instant> raises,
        long count,
        @Nullable Swing swing,
        @Nullable ConditionChange held) {

    /** It was never raised. */
    static final Flips NONE = new Flips(List.of(), 0, null, null);

    Flips {
        raises = List.copyOf(raises);
    }

    boolean isChattering() {
        return count > 0;
    }

    /** It was raised once more: it may chatter from now on. */
    Flips raised(Instant time, Optional<Chatter> rule) {
        if (isChattering()) {
            return new Flips(raises, count + 1, swing, held);
        }
        if (rule.isEmpty()) {
            return NONE;
        }
        int most = rule.get().raises().times();
        List<Instant> recent = new ArrayList<>(raises);
        // A raise so far in the future was stamped while the clock was wrong.
        recent.removeIf(raise -> raise.isAfter(time.plus(rule.get().raises().within())));
        recent.add(time);
        recent.subList(0, Math.max(0, recent.size() - most)).clear();
        boolean isOften = recent.size() == most
                && !recent.get(0).plus(rule.get().raises().within()).isBefore(time);
        return isOften ? new Flips(List.of(), most, null, null) : new Flips(recent, 0, null, null);
    }

    Flips holding(ConditionChange change) {
        return new Flips(raises, count, swing, change);
    }

    Flips holdingNothing() {
        return new Flips(raises, count, swing, null);
    }

    /** Its condition changed by this value; null: by none. */
    Flips seeing(@Nullable Double value) {
        return value == null || !isChattering()
                ? this
                : new Flips(raises, count, swing == null ? new Swing(value, value) : swing.with(value), held);
    }
}
