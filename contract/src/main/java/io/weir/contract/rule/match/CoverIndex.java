package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the rules whose matches may cover another match, in file order, without testing all rules.
 * A match covers another if it matches all series that the other matches.
 *
 * <p>Each rule is stored by its measurement and by its rarest other condition.
 *
 * @param <R> the type of the entries: a rule, or an object made from it
 */
public final class CoverIndex<R> {
    /** The second key of rules without further conditions. */
    private static final String NOTHING = "";

    private static final String TAG = "tag ";
    private static final String WITHOUT = "without ";
    private static final String NOT = "not ";
    private static final String ANY_NOT = "any not ";

    private final PatternKeys measurements;
    private final Map<String, PatternKeys> tags = new HashMap<>();
    private final Map<String, Integer> conditions = new HashMap<>();
    private final Map<String, Map<String, List<RankedRule<R>>>> rules = new HashMap<>();
    private final BitSet taken = new BitSet();

    /** @param match the match of an entry */
    public CoverIndex(List<R> all, Function<R, Match> match) {
        List<Match> matches = all.stream().map(match).toList();
        measurements = new PatternKeys(matches.stream().map(Match::measurement).toList());
        Map<String, List<TextPattern>> patterns = new HashMap<>();
        matches.forEach(
                each -> each.tags().forEach((key, pattern) -> patterns.computeIfAbsent(key, unseen -> new ArrayList<>())
                        .add(pattern)));
        patterns.forEach((key, each) -> tags.put(key, new PatternKeys(each)));
        matches.forEach(each ->
                conditions(each).forEach(homes -> homes.forEach(home -> conditions.merge(home, 1, Integer::sum))));
        for (int order = 0; order < all.size(); order++) {
            store(new RankedRule<>(order, matches.get(order), all.get(order)));
        }
    }

    private void store(RankedRule<R> rule) {
        List<String> rarest = conditions(rule.match()).stream()
                .min(Comparator.comparingInt(
                        homes -> homes.stream().mapToInt(conditions::get).sum()))
                .orElse(List.of(NOTHING));
        for (String measurement : measurements.homes(rule.match().measurement())) {
            Map<String, List<RankedRule<R>>> bucket = rules.computeIfAbsent(measurement, unseen -> new HashMap<>());
            rarest.stream().distinct().forEach(condition -> bucket.computeIfAbsent(
                            condition, unseen -> new ArrayList<>())
                    .add(rule));
        }
    }

    /** For each condition that helps to find the match, the keys under which it would be stored. */
    private List<List<String>> conditions(Match match) {
        List<List<String>> conditions = new ArrayList<>();
        match.tags()
                .forEach((key, pattern) -> conditions.add(keysOf(key).homes(pattern).stream()
                        .map(home -> TAG + key + ' ' + home)
                        .toList()));
        match.without().forEach(key -> conditions.add(List.of(WITHOUT + key)));
        if (conditions.isEmpty()) {
            match.not()
                    .forEach((key, pattern) -> conditions.add(pattern.texts()
                            .map(texts -> List.of(ANY_NOT + key, NOT + key + ' ' + texts.get(0)))
                            .orElse(List.of(ANY_NOT + key))));
        }
        return conditions;
    }

    private PatternKeys keysOf(String tag) {
        return tags.getOrDefault(tag, measurements);
    }

    /** The first entry that passes the test; tests only entries that may cover the match. */
    public Optional<R> first(Match match, Predicate<R> test) {
        RankedLists<R> candidates = new RankedLists<>();
        lists(match, candidates::add);
        return candidates.first(test);
    }

    /**
     * Removes and returns all entries that pass the test; tests only entries that may cover the
     * match.
     */
    public List<R> take(Match match, Predicate<R> test) {
        List<R> now = new ArrayList<>();
        lists(
                match,
                list -> list.removeIf(each -> {
                    // A rule may be in several lists.
                    boolean isNew = !taken.get(each.order()) && test.test(each.rule());
                    if (isNew) {
                        taken.set(each.order());
                        now.add(each.rule());
                    }
                    return taken.get(each.order());
                }));
        return now;
    }

    private void lists(Match match, Consumer<List<RankedRule<R>>> to) {
        List<String> wanted = wanted(match);
        measurements.covering(match.measurement(), measurement -> Stream.ofNullable(rules.get(measurement))
                .forEach(bucket -> wanted.forEach(
                        condition -> Stream.ofNullable(bucket.get(condition)).forEach(to))));
    }

    /** The second keys of all entries that may cover the match. */
    private List<String> wanted(Match match) {
        List<String> keys = new ArrayList<>(List.of(NOTHING));
        match.tags().forEach((key, pattern) -> {
            keysOf(key).covering(pattern, home -> keys.add(TAG + key + ' ' + home));
            keys.add(ANY_NOT + key);
        });
        match.without().forEach(key -> {
            keys.add(WITHOUT + key);
            keys.add(ANY_NOT + key);
        });
        match.not().forEach((key, pattern) -> pattern.texts()
                .ifPresentOrElse(
                        texts -> texts.forEach(text -> keys.add(NOT + key + ' ' + text)),
                        () -> keys.add(ANY_NOT + key)));
        return keys;
    }
}
