package io.weir.processing.series;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * For each enrichment rule, the number of a task's series that have no row in the rule's table, or
 * for which the state of the farm that the rule reads is not set. Not thread-safe.
 */
public final class LookupMisses {
    private final Map<String, Integer> now = new HashMap<>();
    private final Map<String, Integer> reported = new HashMap<>();
    private boolean isChanged;

    /** Replaces the misses of one plan by those of another. A list is empty if there is no plan. */
    void replace(List<String> before, List<String> after) {
        if (before.equals(after)) {
            return;
        }
        before.forEach(rule -> now.merge(rule, -1, Integer::sum));
        after.forEach(rule -> now.merge(rule, 1, Integer::sum));
        isChanged = true;
    }

    /** Reports the change of each rule's count since the last report. */
    public void report(ObjIntConsumer<String> changes) {
        if (!isChanged) {
            return;
        }
        isChanged = false;
        now.forEach((rule, count) -> change(rule, count, changes));
    }

    /** Reports the negative of all reported counts, because the task leaves this instance. */
    public void revert(ObjIntConsumer<String> changes) {
        now.keySet().forEach(rule -> change(rule, 0, changes));
        isChanged = true;
    }

    private void change(String rule, int count, ObjIntConsumer<String> changes) {
        int change = count - reported.getOrDefault(rule, 0);
        if (change != 0) {
            changes.accept(rule, change);
            reported.put(rule, count);
        }
    }
}
