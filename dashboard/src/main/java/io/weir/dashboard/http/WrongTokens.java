package io.weir.dashboard.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down who guesses tokens: a source has a few tries, and then one more every few seconds. Until it has one, the right token is not looked at
 * either, since the answer would tell. Bounded: of too many sources, the one that has tried longest ago is forgotten. Pure: time is an argument;
 * thread-safe.
 */
final class WrongTokens {
    /** How many tries a source has at once. */
    static final int TRIES = 5;
    /** How long it takes until it has another. */
    static final long EVERY_MILLIS = 10_000;

    private static final int MOST_SOURCES = 10_000;

    /** By source, when it has all of its tries again. */
    private final Map<String, Long> whole = new LinkedHashMap<>();

    private long refused;
    private long wrong;

    /** Takes one of a source's tries; returns 0, or how long it has to wait, in milliseconds, if it has none. */
    synchronized long take(String source, long nowMillis) {
        Long known = whole.remove(source);
        // A clock that is set back locks nobody out.
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

    /** The try that it took was right. */
    synchronized void right(String source) {
        whole.remove(source);
    }

    /** The try that it took was wrong. */
    synchronized void wrong() {
        wrong++;
    }

    /** How many were wrong. */
    synchronized long wrongCount() {
        return wrong;
    }

    /** How many were not looked at. */
    synchronized long refusedCount() {
        return refused;
    }

    /** How many sources are known. */
    synchronized int sources() {
        return whole.size();
    }

    /** Who shares its tries with an address: with IPv6, its network, since whoever has one address there has them all. */
    static String source(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, 8) + "/64"
                : address.getHostAddress();
    }
}
