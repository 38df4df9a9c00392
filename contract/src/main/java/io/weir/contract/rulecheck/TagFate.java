package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.TextPattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What enrichment has made of a tag of all series that a match means.
 *
 * @param rule the last one that changes it
 * @param value that it has; empty if it is gone
 */
record TagFate(EnrichRule rule, Optional<String> value) {

    /** @param before the rules that come before the match, in their order; empty if it cannot be told */
    static Optional<TagFate> of(String key, Match match, List<EnrichRule> before) {
        Set<String> changedLater = new TreeSet<>();
        for (int i = before.size() - 1; i >= 0; i--) {
            EnrichRule rule = before.get(i);
            if (touched(rule).contains(key)) {
                // A series that the match means has been changed by the rule; else it would look as it did then, and
                // the rule
                // would have applied.
                boolean isSure = Covering.covers(rule.match(), match)
                        && asked(rule.match()).stream().noneMatch(changedLater::contains);
                return isSure && !isMade(rule, key)
                        ? Optional.of(
                                new TagFate(rule, Optional.ofNullable(rule.set().get(key))))
                        : Optional.empty();
            }
            changedLater.addAll(touched(rule));
        }
        return Optional.empty();
    }

    /** Whether a tag whose value must look like this can be there. */
    boolean allows(TextPattern pattern) {
        return value.filter(pattern::matches).isPresent();
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
