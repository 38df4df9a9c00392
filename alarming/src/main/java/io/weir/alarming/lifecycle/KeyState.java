package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.KeyPresence;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * State of an absence rule's key in the second stage. Immutable.
 *
 * @param due end of the period in each partition that has the key; {@link #ALIVE} where it is not
 *     silent
 * @param seenMillis when the key was last seen in any partition; {@link #NEVER} if it was not
 * @param expectedMillis since when an unseen key is expected
 * @param isAbsent whether its alarm is raised
 */
record KeyState(
        String rule,
        String ruleVersion,
        SortedMap<String, String> tags,
        SortedMap<Integer, Long> due,
        long seenMillis,
        long expectedMillis,
        boolean isAbsent) {

    static final long ALIVE = Long.MAX_VALUE;
    static final long NEVER = -1;

    KeyState {
        tags = Collections.unmodifiableSortedMap(tags);
        due = Collections.unmodifiableSortedMap(due);
    }

    /** Returns a key that is expected from now on. */
    static KeyState expected(String rule, String ruleVersion, SortedMap<String, String> tags, long nowMillis) {
        return new KeyState(rule, ruleVersion, tags, Collections.emptySortedMap(), NEVER, nowMillis, false);
    }

    /** Returns whether no partition has the key. */
    boolean isNowhere() {
        return due.isEmpty();
    }

    /** Returns whether the key is silent in every partition that has it. */
    boolean isSilent() {
        return !due.isEmpty() && !due.containsValue(ALIVE);
    }

    /** Returns when it became silent in the last of its partitions. */
    long lastDueMillis() {
        return Collections.max(due.values());
    }

    /** Returns the state before the first report of a partition. */
    static KeyState unreported(KeyPresence report) {
        return new KeyState(
                report.rule(), report.ruleVersion(), report.tags(), Collections.emptySortedMap(), NEVER, NEVER, false);
    }

    /** Returns the state after a partition reports the key. */
    KeyState reported(KeyPresence report, long dueMillis) {
        SortedMap<Integer, Long> after = new TreeMap<>(due);
        after.put(report.partition(), dueMillis);
        long seen = Math.max(seenMillis, report.seen().toEpochMilli());
        return new KeyState(rule, report.ruleVersion(), report.tags(), after, seen, expectedMillis, isAbsent);
    }

    /** Returns the state after a partition drops the key. */
    KeyState without(int partition) {
        SortedMap<Integer, Long> after = new TreeMap<>(due);
        after.remove(partition);
        return new KeyState(rule, ruleVersion, tags, after, seenMillis, expectedMillis, isAbsent);
    }

    KeyState under(String version) {
        return new KeyState(rule, version, tags, due, seenMillis, expectedMillis, isAbsent);
    }

    KeyState expectedFrom(long millis) {
        return new KeyState(rule, ruleVersion, tags, due, seenMillis, millis, isAbsent);
    }

    KeyState absent(boolean is) {
        return new KeyState(rule, ruleVersion, tags, due, seenMillis, expectedMillis, is);
    }
}
