package io.weir.alarming.indicate;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many alarms operators were called for in the last ten minutes, and whether that is a flood: it begins with more than ten of
 * them, and ends with fewer than five (EEMUA 191). Counts by the minute. Not thread-safe.
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

    /** Operators were called for an alarm. */
    public void called(long nowMillis) {
        byMinute.merge(minute(nowMillis), 1L, Long::sum);
        pass(nowMillis);
    }

    /** Lets time pass; returns the minutes that do not count any more. */
    public List<Long> pass(long nowMillis) {
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

    static long minute(long millis) {
        return millis / MILLIS_PER_MINUTE;
    }

    /** Of the minute that has this number since 1970. */
    long inMinute(long minute) {
        return byMinute.getOrDefault(minute, 0L);
    }

    /** Of the last ten minutes, of which the current one has only begun. */
    public long inTenMinutes() {
        return byMinute.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether there is a flood. */
    public boolean isFlood() {
        return isFlood;
    }

    /** How often one began. */
    public long floods() {
        return floods;
    }

    /** The most in any ten minutes. */
    public long highest() {
        return highest;
    }

    void restore(long minute, long count) {
        byMinute.put(minute, count);
    }

    void restoreFlood() {
        isFlood = true;
    }
}
