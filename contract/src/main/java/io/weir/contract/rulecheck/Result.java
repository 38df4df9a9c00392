package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Match;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The series that a rule makes.
 *
 * @param rule that makes them
 * @param of the matches of its input
 * @param series their measurement and tags
 * @param onlyTags the exact tag keys of each series; empty if they keep the tags of the input
 * @param fields the known names of their fields
 * @param otherFields tests whether a further field may have a name; empty if there are no further
 *     fields
 */
record Result(
        Object rule,
        List<Match> of,
        Match series,
        Optional<Set<String>> onlyTags,
        List<String> fields,
        Optional<Predicate<String>> otherFields) {

    /** Whether a match may match some of them. False is certain. */
    boolean mayBe(Match match) {
        return match.mayShareSeries(series)
                && match.tags().keySet().stream().allMatch(this::mayHaveTag)
                && onlyTags.stream().noneMatch(keys -> keys.stream().anyMatch(match.without()::contains));
    }

    boolean mayHaveTag(String key) {
        return onlyTags.map(keys -> keys.contains(key)).orElse(true);
    }

    /** The name of their measurement, if they all have the same. */
    Optional<String> name() {
        return series.measurement().texts().filter(texts -> texts.size() == 1).map(texts -> texts.get(0));
    }

    /** Whether the match names a measurement that only results have, and no input of the rule. */
    boolean isNamedBy(Match match) {
        return match.measurement().isLiteral()
                && series.measurement().isLiteral()
                && Covering.covers(series.measurement(), match.measurement())
                && of.stream().noneMatch(input -> input.measurement().mayShareTexts(match.measurement()));
    }
}
