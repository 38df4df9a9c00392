package io.weir.processing.series;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/** How many series of a task have no row in the table of a rule, or no value of its state, by the rule's name. Not thread-safe. */
public final class LookupMisses {
    private final Map<String, Integer> now = new HashMap<>();
    private final Map<String, Integer> told = new HashMap<>();
    private boolean isChanged;

    /** Another plan took the place of one; either may be of no series. */
    void replace(List<String> before, List<String> after) {
        if (before.equals(after)) {
            return;
        }
        before.forEach(rule -> now.merge(rule, -1, Integer::sum));
        after.forEach(rule -> now.merge(rule, 1, Integer::sum));
        isChanged = true;
    }

    /** Tells by how much the number of each rule has changed since it was told last. */
    public void tell(ObjIntConsumer<String> changes) {
        if (!isChanged) {
            return;
        }
        isChanged = false;
        now.forEach((rule, count) -> change(rule, count, changes));
    }

    /** Takes back what was told: the task goes elsewhere. */
    public void takeBack(ObjIntConsumer<String> changes) {
        now.keySet().forEach(rule -> change(rule, 0, changes));
        isChanged = true;
    }

    private void change(String rule, int count, ObjIntConsumer<String> changes) {
        int change = count - told.getOrDefault(rule, 0);
        if (change != 0) {
            changes.accept(rule, change);
            told.put(rule, count);
        }
    }
}
