package io.weir.contract.rule.alarm;

import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The keys that are expected to send data.
 *
 * @param table its file, as the rule file names it
 * @param keys for each, values of the tags of the rule's {@code by}, in that order
 */
public record Inventory(String table, Set<List<String>> keys) {

    /**
     * A table may have half a million rows, so the keys are not copied: callers must not change
     * them.
     */
    public Inventory {
        keys = Collections.unmodifiableSet(keys);
    }
}
