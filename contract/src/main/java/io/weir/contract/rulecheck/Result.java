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
 * @param fields the names of their fields that can be told
 * @param otherFields whether another one of their fields may have a name; empty if there are no others
 */
record Result(
        Object rule,
        List<Match> of,
        Match series,
        Optional<Set<String>> onlyTags,
        List<String> fields,
        Optional<Predicate<String>> otherFields) {

    /** Whether a match may mean some of them. False is certain. */
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

    /** Whether the name of the measurement says that it is a result: metrics that come in have others. */
    boolean isNamedBy(Match match) {
        return match.measurement().isLiteral()
                && series.measurement().isLiteral()
                && Covering.covers(series.measurement(), match.measurement())
                && of.stream().noneMatch(input -> input.measurement().mayShareTexts(match.measurement()));
    }
}
