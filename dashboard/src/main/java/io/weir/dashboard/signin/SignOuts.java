package io.weir.dashboard.signin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sessions that ended before their time. Sessions are stored by browsers only, so a copy of a cookie
 * would still be valid. Bounded: beyond the limit, the oldest sign-out is forgotten; a restart
 * forgets all. Pure: time is an argument; thread-safe.
 */
final class SignOuts {
    static final int MOST = 10_000;

    /** When each session would have ended by itself. */
    private final Map<String, Long> untilMillis = new LinkedHashMap<>();

    /** The session has ended. */
    synchronized void add(Session session, long nowMillis) {
        untilMillis.values().removeIf(until -> until <= nowMillis);
        if (untilMillis.size() == MOST) {
            untilMillis.remove(untilMillis.keySet().iterator().next());
        }
        untilMillis.put(session.id(), session.untilMillis());
    }

    /** Whether the session has ended. */
    synchronized boolean contain(Session session) {
        return untilMillis.containsKey(session.id());
    }
}
