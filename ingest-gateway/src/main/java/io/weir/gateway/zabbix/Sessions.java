package io.weir.gateway.zabbix;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions of agents, each a run of one agent, which numbers its values. Agents connect anew for
 * each message, to any event loop, so all loops share them. Bounded: the session unused for longest is
 * forgotten. Thread-safe.
 */
public final class Sessions {
    private static final int MOST = 65_536;
    /** A larger gap begins a new sequence. */
    private static final long MOST_MISSING = 1_000_000;

    private final Map<Long, Session> known = new LinkedHashMap<>(1024, 0.75f, true);

    /** The session with this hash of its name. */
    synchronized Session of(long hash) {
        Session session = known.computeIfAbsent(hash, same -> new Session());
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
        return session;
    }

    /** The numbers of one session. Thread-safe. */
    static final class Session {
        /** Result for a number that is not above all before it. */
        static final int REPEATED = -1;

        private long highest = -1;

        /** Records a number. Returns how many are missing before it, or {@link #REPEATED}. */
        synchronized int next(long number) {
            long before = highest;
            if (before >= 0 && number <= before) {
                return REPEATED;
            }
            highest = number;
            long missing = number - before - 1;
            return before < 0 || missing > MOST_MISSING ? 0 : (int) missing;
        }
    }
}
