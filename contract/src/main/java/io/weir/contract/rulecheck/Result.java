package io.weir.contract.rulecheck;

import io.weir.contract.rule.Match;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the series look like that a rule makes.
 *
 * @param rule that makes them
 * @param of the measurements that it makes them of
 * @param series their measurement and tags
 * @param onlyTags keys of the tags that each of them has, and none has others; empty if they keep those that there were
 * @param hasField whether one of their fields may have this name
 * @param fields the names of their fields, if they can be told
 */
record Result(
        Object rule,
        List<Match> of,
        Match series,
        Optional<Set<String>> onlyTags,
        Predicate<String> hasField,
        List<String> fields) {

    /** Whether a match may mean some of them. False is certain. */
    boolean mayBe(Match match) {
        return match.mayShareSeries(series)
                && match.tags().keySet().stream().allMatch(this::mayHaveTag)
                && onlyTags.stream().noneMatch(keys -> keys.stream().anyMatch(match.without()::contains));
    }

    boolean mayHaveTag(String key) {
        return onlyTags.map(keys -> keys.contains(key)).orElse(true);
    }

    /** Whether the name of the measurement says that it is a result: metrics that come in have others. */
    boolean isNamedBy(Match match) {
        return match.measurement().isLiteral()
                && series.measurement().isLiteral()
                && Covering.covers(series.measurement(), match.measurement())
                && of.stream().noneMatch(input -> input.measurement().mayShareTexts(match.measurement()));
    }
}
