package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tags from the row of a table that some tags of the series select.
 *
 * @param table its file, as the rule file names it
 * @param by tag keys, whose values select the row
 * @param add tag keys that get a value
 * @param rows values of {@code add} by values of {@code by}, both in order; empty if the row has no
 *     value
 */
public record Lookup(String table, List<String> by, List<String> add, Map<List<String>, List<String>> rows) {
    public Lookup {
        by = List.copyOf(by);
        add = List.copyOf(add);
        rows = Collections.unmodifiableMap(rows);
        if (by.isEmpty()) {
            throw new Refusal("by", "must name at least one tag", "such as hostname");
        }
        if (add.isEmpty()) {
            throw new Refusal("add", "must name at least one column", "such as [rack]");
        }
        Spelling.requireTags("by", by);
        Spelling.requireTags("add", add);
    }

    /** The new tags for a series with these tags; empty if there is no such row. */
    public Optional<SortedMap<String, String>> find(Map<String, String> tags) {
        List<String> key = new ArrayList<>(by.size());
        by.forEach(tag -> key.add(tags.getOrDefault(tag, "")));
        List<String> values = rows.get(key);
        if (values == null) {
            return Optional.empty();
        }
        TreeMap<String, String> found = new TreeMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (!values.get(i).isEmpty()) {
                found.put(add.get(i), values.get(i));
            }
        }
        return Optional.of(found);
    }
}
