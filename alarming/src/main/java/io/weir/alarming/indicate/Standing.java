package io.weir.alarming.indicate;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which alarms are raised and not hidden, since when, and which of them chatter. As many entries as there are such alarms. Not
 * thread-safe.
 */
public final class Standing {

    /** An alarm that stands for longer is stale. */
    private static final long STALE_MILLIS = 24 * 3_600_000L;

    private final Map<String, Long> sinceMillis = new HashMap<>();
    private final Set<String> chattering = new HashSet<>();

    /** Takes a transition, or a state, in; returns since when the alarm stands now, by alarming's clock, or that it does not. */
    public OptionalLong take(AlarmEvent alarm) {
        boolean stands = alarm.severity() != Severity.OK && !alarm.to().isHidden();
        if (stands && alarm.chattering() != null) {
            chattering.add(alarm.id());
        } else {
            chattering.remove(alarm.id());
        }
        if (!stands) {
            sinceMillis.remove(alarm.id());
            return OptionalLong.empty();
        }
        return OptionalLong.of(sinceMillis.computeIfAbsent(
                alarm.id(), id -> alarm.decisionTime().toEpochMilli()));
    }

    /** Does this transition call operators? Not what they did themselves, nor what an alarm does that chatters. */
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

    /** How many there are. */
    public int size() {
        return sinceMillis.size();
    }

    /** How many stand for more than a day. */
    public long stale(long nowMillis) {
        return sinceMillis.values().stream()
                .filter(since -> nowMillis - since > STALE_MILLIS)
                .count();
    }

    /** How many chatter. */
    public int chattering() {
        return chattering.size();
    }
}
