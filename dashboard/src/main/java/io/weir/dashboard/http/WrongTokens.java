package io.weir.dashboard.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down guessing of tokens: a source has a few attempts, then one more every few seconds.
 * Without an attempt, even the right token is not checked, because the answer would reveal it.
 * Bounded: beyond the limit, the source with the oldest attempt is forgotten. Pure: time is an
 * argument; thread-safe.
 */
final class WrongTokens {
    /** Number of consecutive attempts of a source. */
    static final int TRIES = 5;
    /** Time after which a source has another attempt. */
    static final long EVERY_MILLIS = 10_000;

    private static final int MOST_SOURCES = 10_000;

    /** For each source, the time at which all its attempts are available again. */
    private final Map<String, Long> whole = new LinkedHashMap<>();

    private long refused;
    private long wrong;

    /**
     * Uses one of a source's attempts. Returns 0, or the time in milliseconds to wait if there is
     * none.
     */
    synchronized long take(String source, long nowMillis) {
        Long known = whole.remove(source);
        // The bound prevents a lockout after a clock was set back.
        long owed = known == null ? 0 : Math.min(TRIES * EVERY_MILLIS, Math.max(0, known - nowMillis));
        long waitMillis = Math.max(0, owed - (TRIES - 1) * EVERY_MILLIS);
        if (waitMillis > 0) {
            refused++;
        } else {
            owed += EVERY_MILLIS;
        }
        if (whole.size() == MOST_SOURCES) {
            whole.remove(whole.keySet().iterator().next());
        }
        whole.put(source, nowMillis + owed);
        return waitMillis;
    }

    /** The used attempt was right. */
    synchronized void right(String source) {
        whole.remove(source);
    }

    /** The used attempt was wrong. */
    synchronized void wrong() {
        wrong++;
    }

    /** The number of wrong attempts. */
    synchronized long wrongCount() {
        return wrong;
    }

    /** The number of attempts that were not checked. */
    synchronized long refusedCount() {
        return refused;
    }

    /** The number of known sources. */
    synchronized int sources() {
        return whole.size();
    }

    /**
     * The source of an address. An IPv6 address counts as its /64 network, because a host there may
     * use all its addresses.
     */
    static String source(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, 8) + "/64"
                : address.getHostAddress();
    }
}
