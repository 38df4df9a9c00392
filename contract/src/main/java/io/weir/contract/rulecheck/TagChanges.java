package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Match;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which rules of {@code enrich} change each tag. */
final class TagChanges {
    private final List<EnrichRule> rules;
    private final Comparisons comparisons;
    /** The places of the rules that change a tag, by its key, in their order. */
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
     * What has become of a tag of all series that a match means, once all rules were applied.
     *
     * @return empty if that cannot be told, or if no rule changes it
     */
    Optional<TagFate> fate(String key, Match match) {
        return fate(key, match, rules.size());
    }

    /**
     * The same at the place of one of the rules.
     *
     * @param before so many rules from the first on were applied
     */
    Optional<TagFate> fate(String key, Match match, int before) {
        int last = lastChange(key, before);
        if (last < 0) {
            return Optional.empty();
        }
        EnrichRule rule = rules.get(last);
        // A series that the match means was changed by the rule; otherwise it would look as it did then, and the rule
        // would
        // have applied.
        boolean isSure = comparisons.covers(rule.match(), match)
                && asked(rule.match()).stream().noneMatch(tag -> lastChange(tag, before) > last);
        return isSure && !isMade(rule, key)
                ? Optional.of(new TagFate(rule, Optional.ofNullable(rule.set().get(key))))
                : Optional.empty();
    }

    /** The place of the last rule that changes a tag, of so many from the first on; -1 if none does. */
    private int lastChange(String key, int before) {
        List<Integer> places = changing.getOrDefault(key, List.of());
        int found = Collections.binarySearch(places, before);
        int at = (found < 0 ? -found - 1 : found) - 1;
        return at < 0 ? -1 : places.get(at);
    }

    /** With a value that the file does not tell. */
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
