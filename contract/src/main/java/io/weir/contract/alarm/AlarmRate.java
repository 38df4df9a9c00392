package io.weir.contract.alarm;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the operator calls of the last ten minutes, by the minute. A flood begins with more than
 * ten of them and ends with fewer than five (EEMUA 191). Not thread-safe.
 */
public final class AlarmRate {

    private static final int FLOOD_ABOVE = 10;
    private static final int FLOOD_UNTIL_BELOW = 5;
    private static final int MINUTES = 10;
    private static final long MILLIS_PER_MINUTE = 60_000;

    private final TreeMap<Long, Long> byMinute = new TreeMap<>();
    private boolean isFlood;
    private long floods;
    private long highest;

    /** Counts a call of the operators. */
    public void called(long nowMillis) {
        byMinute.merge(minute(nowMillis), 1L, Long::sum);
        advance(nowMillis);
    }

    /** Advances time; returns the minutes that left the window. */
    public List<Long> advance(long nowMillis) {
        SortedMap<Long, Long> over = byMinute.headMap(minute(nowMillis) - MINUTES, true);
        List<Long> minutes = List.copyOf(over.keySet());
        over.clear();
        long count = inTenMinutes();
        highest = Math.max(highest, count);
        boolean before = isFlood;
        isFlood = before ? count >= FLOOD_UNTIL_BELOW : count > FLOOD_ABOVE;
        floods += isFlood && !before ? 1 : 0;
        return minutes;
    }

    /** Forgets calls of later minutes, where a wrong clock put them. Call {@link #advance} then. */
    public void forgetAfter(long nowMillis) {
        byMinute.tailMap(minute(nowMillis) + 1, false).clear();
    }

    /** Returns the number of the minute since 1970. */
    public static long minute(long millis) {
        return millis / MILLIS_PER_MINUTE;
    }

    /** Returns the calls in the minute with this number since 1970. */
    public long inMinute(long minute) {
        return byMinute.getOrDefault(minute, 0L);
    }

    /** Returns the calls in the last ten minutes, including the current, incomplete one. */
    public long inTenMinutes() {
        return byMinute.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether there is a flood. */
    public boolean isFlood() {
        return isFlood;
    }

    /** Returns the number of floods that began. */
    public long floods() {
        return floods;
    }

    /** Returns the highest number of calls in any ten minutes. */
    public long highest() {
        return highest;
    }

    /** Restores the calls of a minute. */
    public void restore(long minute, long count) {
        byMinute.put(minute, count);
    }

    /** Restores that there is a flood. */
    public void restoreFlood() {
        isFlood = true;
    }
}
