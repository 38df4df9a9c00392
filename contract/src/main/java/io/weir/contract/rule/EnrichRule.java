package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sets fixed tags on the series it matches.
 *
 * @param set tag values by key, at least one; a value that the series has already is replaced
 */
public record EnrichRule(String name, Match match, SortedMap<String, String> set) {
    public EnrichRule {
        Spelling.requireName("name", name);
        if (set.isEmpty()) {
            throw new Refusal("set", "must name at least one tag", "such as {site: p2}");
        }
        set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
        set.forEach((key, value) -> {
            Spelling.require("set", "tag key", key);
            Spelling.require("set." + key, "value", value);
        });
    }
}
