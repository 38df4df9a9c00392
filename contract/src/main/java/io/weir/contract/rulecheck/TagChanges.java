package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the {@code enrich} rules that change each tag. */
final class TagChanges {
    private final List<EnrichRule> rules;
    private final Comparisons comparisons;
    /** The indexes of the rules that change a tag, by its key, ascending. */
    private final Map<String, List<Integer>> changing = new HashMap<>();

    TagChanges(List<EnrichRule> rules, Comparisons comparisons) {
        this.rules = rules;
        this.comparisons = comparisons;
        for (int place = 0; place < rules.size(); place++) {
            for (String key : touched(rules.get(place))) {
                changing.computeIfAbsent(key, unseen -> new ArrayList<>()).add(place);
            }
        }
    }

    /**
     * The final state of a tag in all series that a match matches, after all rules.
     *
     * @return empty if it is unknown, or if no rule changes the tag
     */
    Optional<TagChange> lastChange(String key, Match match) {
        return lastChange(key, match, rules.size());
    }

    /**
     * The same after some of the rules.
     *
     * @param before the number of rules that were applied, from the first
     */
    Optional<TagChange> lastChange(String key, Match match, int before) {
        int last = lastIndex(key, before);
        if (last < 0) {
            return Optional.empty();
        }
        EnrichRule rule = rules.get(last);
        // The rule changed every series that the match matches. Otherwise the series would still
        // look as it did then, and the rule would have applied.
        boolean isSure = comparisons.covers(rule.match(), match)
                && asked(rule.match()).stream().noneMatch(tag -> lastIndex(tag, before) > last);
        return isSure && !isMade(rule, key)
                ? Optional.of(new TagChange(rule, Optional.ofNullable(rule.set().get(key))))
                : Optional.empty();
    }

    /**
     * The index of the last rule that changes a tag, among the first {@code before}; -1 if none
     * does.
     */
    private int lastIndex(String key, int before) {
        List<Integer> places = changing.getOrDefault(key, List.of());
        int found = Collections.binarySearch(places, before);
        int at = (found < 0 ? -found - 1 : found) - 1;
        return at < 0 ? -1 : places.get(at);
    }

    /** Whether the rule sets a value that is not in the file. */
    private static boolean isMade(EnrichRule rule, String key) {
        boolean mayBeThere = rule.rename().containsValue(key) || rule.found().contains(key);
        return mayBeThere && !rule.set().containsKey(key) && !rule.drop().contains(key);
    }

    private static Set<String> touched(EnrichRule rule) {
        Set<String> touched = new TreeSet<>(rule.drop());
        touched.addAll(rule.set().keySet());
        touched.addAll(rule.rename().keySet());
        touched.addAll(rule.rename().values());
        touched.addAll(rule.found());
        return touched;
    }

    private static Set<String> asked(Match match) {
        Set<String> asked = new TreeSet<>(match.tags().keySet());
        asked.addAll(match.without());
        asked.addAll(match.not().keySet());
        return asked;
    }
}
