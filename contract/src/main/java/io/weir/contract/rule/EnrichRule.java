package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Changes the tags of the series it matches: renames some, looks some up, sets some, drops some, in that order.
 *
 * @param rename new tag keys by old, all at once, so that two may be exchanged; a tag that has the new key already is
 *     replaced, one that the series does not have is passed over
 * @param lookup tags from a table; a value that the series has already is replaced, if the row has one
 * @param set tag values by key; a value that the series has already is replaced
 * @param drop tag keys; those that the series does not have are passed over
 */
public record EnrichRule(
        String name,
        Match match,
        SortedMap<String, String> rename,
        Optional<Lookup> lookup,
        SortedMap<String, String> set,
        List<String> drop) {
    public EnrichRule {
        Spelling.requireName("name", name);
        rename = Collections.unmodifiableSortedMap(new TreeMap<>(rename));
        set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
        drop = List.copyOf(drop);
        if (rename.isEmpty() && lookup.isEmpty() && set.isEmpty() && drop.isEmpty()) {
            throw new Refusal("does nothing", "give it rename, lookup, set or drop, such as set: {site: p2}");
        }
        rename.forEach(EnrichRule::requireRename);
        requireDistinct("rename", rename.values());
        set.forEach((key, value) -> {
            Spelling.require("set", "tag key", key);
            Spelling.require("set." + key, "value", value);
        });
        drop.forEach(key -> Spelling.require("drop", "tag key", key));
        requireDistinct("drop", drop);
        requireUseful(drop, set.keySet(), "sets it as well");
        requireUseful(drop, rename.values(), "gives the name to another tag");
        requireUseful(drop, lookup.map(Lookup::add).orElse(List.of()), "looks it up");
    }

    /**
     * What becomes of the tags of a series that the rule matches.
     *
     * @param missed is told of this rule if its table has no row for them
     */
    public SortedMap<String, String> apply(SortedMap<String, String> tags, Consumer<EnrichRule> missed) {
        TreeMap<String, String> changed = new TreeMap<>(tags);
        changed.keySet().removeAll(rename.keySet());
        rename.forEach((from, to) -> {
            String value = tags.get(from);
            if (value != null) {
                changed.put(to, value);
            }
        });
        if (lookup.isPresent()) {
            lookup.get().find(changed).ifPresentOrElse(changed::putAll, () -> missed.accept(this));
        }
        changed.putAll(set);
        drop.forEach(changed::remove);
        return changed;
    }

    private static void requireRename(String from, String to) {
        Spelling.require("rename", "tag key", from);
        Spelling.require("rename." + from, "tag key", to);
        if (from.equals(to)) {
            throw new Refusal("rename." + from, "is the name that the tag has", "give it another, or leave it out");
        }
    }

    private static void requireDistinct(String key, Collection<String> names) {
        if (new HashSet<>(names).size() < names.size()) {
            throw new Refusal(key, "names a tag twice", "keep one of them");
        }
    }

    private static void requireUseful(List<String> dropped, Collection<String> made, String how) {
        dropped.stream().filter(made::contains).findFirst().ifPresent(key -> {
            throw new Refusal(
                    "drop", "names " + Refusal.quote(key) + ", and the rule " + how, "drop it in a rule of its own");
        });
    }
}
