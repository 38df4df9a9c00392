package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Swing;
import io.weir.contract.rule.alarm.Chatter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The chatter state of an alarm: its recent raises and, while it chatters, the last unreported
 * change. Immutable, pure.
 *
 * @param raises times of recent raises by the metric's clock, the latest last; at most as many as
 *     the rule counts, and none while the alarm chatters
 * @param count raises since chattering began, including those that started it; 0 if the alarm does
 *     not chatter
 * @param swing range of its values while it chatters; null without a value
 * @param held the last change of its condition if it was not reported; otherwise null
 */
record Flips(
        List<Instant> raises,
        long count,
        @Nullable Swing swing,
        @Nullable ConditionChange held) {

    /** An alarm without raises. */
    static final Flips NONE = new Flips(List.of(), 0, null, null);

    Flips {
        raises = List.copyOf(raises);
    }

    boolean isChattering() {
        return count > 0;
    }

    /** Adds a raise; the alarm may start to chatter. */
    Flips raised(Instant time, Optional<Chatter> rule) {
        if (isChattering()) {
            return new Flips(raises, count + 1, swing, held);
        }
        if (rule.isEmpty()) {
            return NONE;
        }
        int most = rule.get().raises().times();
        List<Instant> recent = new ArrayList<>(raises);
        // A raise later than this one by more than the period has a timestamp from a wrong clock.
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

    /**
     * Adds the value of a condition change to the swing.
     *
     * @param value null if the change has none
     */
    Flips seeing(@Nullable Double value) {
        return value == null || !isChattering()
                ? this
                : new Flips(raises, count, swing == null ? new Swing(value, value) : swing.with(value), held);
    }
}
