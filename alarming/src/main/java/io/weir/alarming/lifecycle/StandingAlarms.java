package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Tracks standing alarms, which are raised and not hidden: since when each is standing, and which
 * ones chatter. Not thread-safe.
 */
public final class StandingAlarms {

    /** Age from which a standing alarm is stale. */
    private static final long STALE_MILLIS = 24 * 3_600_000L;

    private final Map<String, Long> sinceMillis = new HashMap<>();
    private final Set<String> chattering = new HashSet<>();

    /**
     * Adds a transition or a state. Returns since when the alarm is standing, in milliseconds of
     * alarming's clock; empty if it is not.
     */
    public OptionalLong take(AlarmEvent alarm) {
        boolean isStanding = alarm.isStanding();
        if (isStanding && alarm.chattering() != null) {
            chattering.add(alarm.id());
        } else {
            chattering.remove(alarm.id());
        }
        if (!isStanding) {
            sinceMillis.remove(alarm.id());
            return OptionalLong.empty();
        }
        return OptionalLong.of(sinceMillis.computeIfAbsent(
                alarm.id(), id -> alarm.decisionTime().toEpochMilli()));
    }

    /**
     * Returns whether this transition calls operators. Results of their own commands and
     * transitions of a chattering alarm do not.
     */
    public static boolean isCall(AlarmEvent transition) {
        return transition.to() == AlarmState.UNACKNOWLEDGED
                && transition.from() != AlarmState.UNACKNOWLEDGED
                && transition.command() == null
                && transition.chattering() == null;
    }

    void restore(String alarm, long millis) {
        sinceMillis.put(alarm, millis);
    }

    void restoreChattering(String alarm) {
        chattering.add(alarm);
    }

    boolean isChattering(String alarm) {
        return chattering.contains(alarm);
    }

    /** Returns the number of standing alarms. */
    public int size() {
        return sinceMillis.size();
    }

    /** Returns the number of alarms that are standing for more than a day. */
    public long stale(long nowMillis) {
        return sinceMillis.values().stream()
                .filter(since -> nowMillis - since > STALE_MILLIS)
                .count();
    }

    /** Returns the number of chattering alarms. */
    public int chattering() {
        return chattering.size();
    }
}
