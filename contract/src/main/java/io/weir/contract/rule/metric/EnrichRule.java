package io.weir.contract.rule.metric;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Changes the tags of the series it matches: renames, sets from the farm state, looks up in a
 * table, sets and drops tags, in that order.
 *
 * @param rename new tag keys by old, applied together, so that two may be exchanged; replaces an
 *     existing tag with the new key, and skips a missing tag
 * @param state names of the farm state by the tag keys that get their values; replaces an existing
 *     value if the state is set
 * @param lookup tags from a table; replaces an existing value if the row has one
 * @param set tag values by key; replaces an existing value
 * @param drop tag keys; skips missing tags
 */
public record EnrichRule(
        String name,
        Match match,
        SortedMap<String, String> rename,
        SortedMap<String, String> state,
        Optional<Lookup> lookup,
        SortedMap<String, String> set,
        List<String> drop) {
    public EnrichRule {
        Spelling.requireName("name", name);
        rename = Collections.unmodifiableSortedMap(new TreeMap<>(rename));
        state = Collections.unmodifiableSortedMap(new TreeMap<>(state));
        set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
        drop = List.copyOf(drop);
        if (rename.isEmpty() && state.isEmpty() && lookup.isEmpty() && set.isEmpty() && drop.isEmpty()) {
            throw new Refusal("has no effect", "add rename, state, lookup, set or drop, such as set: {site: p2}");
        }
        rename.forEach(EnrichRule::requireRename);
        Spelling.requireTags("rename", rename.values());
        Spelling.requireTags("state", state.keySet());
        Spelling.requireTags("set", set.keySet());
        Spelling.requireTags("drop", drop);
        state.forEach((key, of) -> {
            FarmState.mistakeOfName(of).ifPresent(wrong -> {
                throw new Refusal("state." + key, "the name of a state " + wrong + ", was " + Refusal.quote(of), "");
            });
        });
        set.forEach((key, value) -> {
            Spelling.require("set." + key, "value", value);
        });
        requireUseful(drop, set.keySet(), "sets it as well");
        requireUseful(drop, rename.values(), "gives the name to another tag");
        requireUseful(drop, state.keySet(), "takes it from the state");
        requireUseful(drop, lookup.map(Lookup::add).orElse(List.of()), "looks it up");
    }

    /**
     * The new tags of a series that the rule matches.
     *
     * @param farm the value of a farm state by its name; empty if it is not set
     * @param missed receives this rule, once, if its table has no row for the tags, or a state is
     *     not set
     */
    public SortedMap<String, String> apply(
            SortedMap<String, String> tags, UnaryOperator<String> farm, Consumer<EnrichRule> missed) {
        TreeMap<String, String> changed = new TreeMap<>(tags);
        changed.keySet().removeAll(rename.keySet());
        rename.forEach((from, to) -> {
            String value = tags.get(from);
            if (value != null) {
                changed.put(to, value);
            }
        });
        boolean isMissed = false;
        for (Map.Entry<String, String> tag : state.entrySet()) {
            String value = farm.apply(tag.getValue());
            isMissed |= value.isEmpty();
            if (!value.isEmpty()) {
                changed.put(tag.getKey(), value);
            }
        }
        if (lookup.isPresent()) {
            Optional<SortedMap<String, String>> found = lookup.get().find(changed);
            isMissed |= found.isEmpty();
            found.ifPresent(changed::putAll);
        }
        if (isMissed) {
            missed.accept(this);
        }
        changed.putAll(set);
        drop.forEach(changed::remove);
        return changed;
    }

    /** Tags that may get a value which is not in the rule file. */
    public Set<String> found() {
        Set<String> found = new TreeSet<>(state.keySet());
        lookup.map(Lookup::add).ifPresent(found::addAll);
        return found;
    }

    private static void requireRename(String from, String to) {
        Spelling.require("rename", "tag key", from);
        Spelling.require("rename." + from, "tag key", to);
        if (from.equals(to)) {
            throw new Refusal("rename." + from, "is already the name of the tag", "choose another name, or remove it");
        }
    }

    private static void requireUseful(List<String> dropped, Collection<String> made, String how) {
        dropped.stream().filter(made::contains).findFirst().ifPresent(key -> {
            throw new Refusal(
                    "drop", "names " + Refusal.quote(key) + ", and the rule " + how, "drop it in a rule of its own");
        });
    }
}
