package io.weir.contract.rule.match;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts the rules that name each value of a tag. The rarest of the tags that a rule names has the
 * values that the fewest rules name.
 */
final class TagRarity {
    private final Map<TagValue, Integer> rules = new HashMap<>();

    TagRarity(Stream<Match> matches) {
        matches.flatMap(match -> match.tags().entrySet().stream())
                .flatMap(TagRarity::values)
                .forEach(value -> rules.merge(value, 1, Integer::sum));
    }

    /**
     * The values of the rarest tag; a matching series has one of them. Empty if the match has only
     * patterns.
     */
    Optional<List<TagValue>> rarest(Match match) {
        return match.tags().entrySet().stream()
                .map(tag -> values(tag).toList())
                .filter(values -> !values.isEmpty())
                .min(Comparator.comparingInt(
                        values -> values.stream().mapToInt(rules::get).sum()));
    }

    private static Stream<TagValue> values(Map.Entry<String, TextPattern> tag) {
        return tag.getValue().texts().stream().flatMap(List::stream).map(value -> new TagValue(tag.getKey(), value));
    }
}
