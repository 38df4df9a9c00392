package io.weir.alarming.life;

import io.weir.contract.alarm.KeyPresence;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the second stage knows of a key of an absence rule. Immutable.
 *
 * @param due for each partition that has the key: when its period was over there; {@link #ALIVE} where it is not
 * @param seenMillis when something came of it last, in some partition; {@link #NEVER} if nothing did
 * @param expectedMillis since when it is expected without having been seen
 * @param isAbsent was its alarm raised?
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

    /** One that is expected from now on. */
    static KeyState expected(String rule, String ruleVersion, SortedMap<String, String> tags, long nowMillis) {
        return new KeyState(rule, ruleVersion, tags, Collections.emptySortedMap(), NEVER, nowMillis, false);
    }

    /** Is no partition known to have it? */
    boolean isNowhere() {
        return due.isEmpty();
    }

    /** Is it silent in every partition that has it? */
    boolean isSilent() {
        return !due.isEmpty() && !due.containsValue(ALIVE);
    }

    /** When it was silent in every partition that has it. */
    long lastDueMillis() {
        return Collections.max(due.values());
    }

    /** One that a partition tells of first. */
    static KeyState unheard(KeyPresence told) {
        return new KeyState(
                told.rule(), told.ruleVersion(), told.tags(), Collections.emptySortedMap(), NEVER, NEVER, false);
    }

    /** As a partition tells. */
    KeyState heard(KeyPresence told, long dueMillis) {
        SortedMap<Integer, Long> after = new TreeMap<>(due);
        after.put(told.partition(), dueMillis);
        long seen = Math.max(seenMillis, told.seen().toEpochMilli());
        return new KeyState(rule, told.ruleVersion(), told.tags(), after, seen, expectedMillis, isAbsent);
    }

    /** As a partition tells that does not have it any more. */
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
