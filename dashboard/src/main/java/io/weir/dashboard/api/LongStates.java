package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Alarms that stand, chatter, or are hidden by operators, and those of them that do so for more than a
 * day.
 *
 * @param standing the number of alarms that are raised and not hidden
 * @param chattering the number of these that chatter
 * @param stale those that were raised more than a day ago
 * @param hidden the number of alarms that operators shelved or took out of service
 * @param forgotten those that are hidden for more than a day
 */
record LongStates(int standing, long chattering, Oldest stale, int hidden, Oldest forgotten) {
    private static final long DAY_MILLIS = 24 * 3_600_000L;
    /** Limit of alarms in a list. */
    private static final int SHOWN = 20;

    /**
     * The oldest alarms, as far as a list has room.
     *
     * @param count the number of all
     */
    record Oldest(long count, List<Entry> alarms) {}

    /**
     * An alarm in its state.
     *
     * @param sinceMillis when it was raised, or hidden
     * @param user who hid it, or null
     * @param expiryMillis when its shelf ends, or null
     */
    record Entry(
            String alarm,
            String rule,
            Severity severity,
            AlarmState state,
            long sinceMillis,
            String message,
            @Nullable String user,
            @Nullable String reason,
            @Nullable Long expiryMillis) {}

    static LongStates of(List<AlarmEvent> alarms, long nowMillis) {
        List<AlarmEvent> standing =
                alarms.stream().filter(AlarmEvent::isStanding).toList();
        List<AlarmEvent> hidden = alarms.stream()
                .filter(alarm -> alarm.to() == AlarmState.SHELVED || alarm.to() == AlarmState.OUT_OF_SERVICE)
                .toList();
        return new LongStates(
                standing.size(),
                standing.stream().filter(alarm -> alarm.chattering() != null).count(),
                oldest(standing, alarm -> alarm.raise().toEpochMilli(), nowMillis),
                hidden.size(),
                oldest(hidden, alarm -> alarm.since().toEpochMilli(), nowMillis));
    }

    private static Oldest oldest(List<AlarmEvent> alarms, ToLongFunction<AlarmEvent> since, long nowMillis) {
        List<Entry> old = alarms.stream()
                .map(alarm -> entry(alarm, since.applyAsLong(alarm)))
                .filter(alarm -> nowMillis - alarm.sinceMillis > DAY_MILLIS)
                .sorted(Comparator.comparingLong(Entry::sinceMillis).thenComparing(Entry::alarm))
                .toList();
        return new Oldest(old.size(), old.subList(0, Math.min(SHOWN, old.size())));
    }

    private static Entry entry(AlarmEvent alarm, long sinceMillis) {
        return new Entry(
                alarm.id(),
                alarm.rule(),
                alarm.severity(),
                alarm.to(),
                sinceMillis,
                alarm.message(),
                alarm.user(),
                alarm.reason(),
                alarm.expiry() == null ? null : alarm.expiry().toEpochMilli());
    }
}
