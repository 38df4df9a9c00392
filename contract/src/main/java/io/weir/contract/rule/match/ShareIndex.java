package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules whose matches may share series with another match ({@link Match#mayShareSeries}),
 * in file order, without testing all rules. It indexes measurements and the most frequent tags.
 * Immutable.
 *
 * @param <R> the type of the entries: a rule, or an object made from it
 */
public final class ShareIndex<R> {
    /** Up to this number, entries are tested one by one. */
    private static final int FEW = 8;

    /** The most tags by which the entries of a measurement are indexed. */
    private static final int MOST_TAGS = 4;

    private final PatternTable<Tagged<R>> byMeasurement;

    /** @param match the match of an entry */
    public ShareIndex(List<R> rules, Function<R, Match> match) {
        List<RankedRule<R>> ranked = IntStream.range(0, rules.size())
                .mapToObj(order -> new RankedRule<>(order, match.apply(rules.get(order)), rules.get(order)))
                .toList();
        byMeasurement = new PatternTable<>(ranked, rule -> rule.match().measurement(), Tagged::new);
    }

    /**
     * The first entry that passes the test; tests only entries that may share series with the
     * match.
     */
    public Optional<R> first(Match match, Predicate<R> test) {
        return candidates(match).first(test);
    }

    /** All entries that pass the test; tests only entries that may share series with the match. */
    public List<R> all(Match match, Predicate<R> test) {
        List<R> all = new ArrayList<>();
        var unused = candidates(match).first(rule -> {
            if (test.test(rule)) {
                all.add(rule);
            }
            return false;
        });
        return all;
    }

    private RankedLists<R> candidates(Match match) {
        RankedLists<R> candidates = new RankedLists<>();
        byMeasurement.sharing(match.measurement(), tagged -> tagged.offer(match, candidates));
        return candidates;
    }

    /** Entries by their pattern for a tag, and entries without a condition on it. */
    private record Tag<R>(String key, PatternTable<List<RankedRule<R>>> wanting, List<RankedRule<R>> others) {}

    /** Entries of a measurement, by their most frequent tags. */
    private static final class Tagged<R> {
        private final List<RankedRule<R>> all;
        private final List<Tag<R>> tags;

        Tagged(List<RankedRule<R>> all) {
            this.all = all;
            this.tags = all.size() <= FEW
                    ? List.of()
                    : mostNamed(all).stream().map(key -> tag(key, all)).toList();
        }

        private static <R> List<String> mostNamed(List<RankedRule<R>> rules) {
            Map<String, Integer> named = new HashMap<>();
            rules.forEach(rule -> rule.match().tags().keySet().forEach(key -> named.merge(key, 1, Integer::sum)));
            return named.entrySet().stream()
                    .filter(each -> each.getValue() > FEW)
                    .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(MOST_TAGS)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private static <R> Tag<R> tag(String key, List<RankedRule<R>> all) {
            List<RankedRule<R>> wanting = new ArrayList<>();
            List<RankedRule<R>> others = new ArrayList<>();
            all.forEach(rule -> (rule.match().tags().containsKey(key) ? wanting : others).add(rule));
            return new Tag<>(key, new PatternTable<>(wanting, rule -> pattern(rule, key), group -> group), others);
        }

        private static <R> TextPattern pattern(RankedRule<R> rule, String key) {
            return rule.match().tags().getOrDefault(key, Glob.ANY);
        }

        void offer(Match match, RankedLists<R> to) {
            for (Tag<R> tag : tags) {
                @Nullable TextPattern wanted = match.tags().get(tag.key);
                if (wanted != null) {
                    tag.wanting.sharing(wanted, to::add);
                    to.add(tag.others);
                    return;
                }
            }
            to.add(all);
        }
    }
}
