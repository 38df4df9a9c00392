package io.weir.contract.alarm;

import java.util.ArrayList;
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

    /** Advances time; returns the minutes that left the window, or that a wrong clock put after it. */
    public List<Long> advance(long nowMillis) {
        List<Long> minutes = new ArrayList<>();
        remove(byMinute.headMap(minute(nowMillis) - MINUTES, true), minutes);
        remove(byMinute.tailMap(minute(nowMillis) + 1, false), minutes);
        long count = inTenMinutes();
        highest = Math.max(highest, count);
        boolean before = isFlood;
        isFlood = before ? count >= FLOOD_UNTIL_BELOW : count > FLOOD_ABOVE;
        floods += isFlood && !before ? 1 : 0;
        return minutes;
    }

    private static void remove(SortedMap<Long, Long> over, List<Long> minutes) {
        minutes.addAll(over.keySet());
        over.clear();
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
