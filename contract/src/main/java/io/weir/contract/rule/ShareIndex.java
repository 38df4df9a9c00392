package io.weir.contract.rule;

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
 * Finds the rules whose matches may share series with another match ({@link Match#mayShareSeries}), in the order of the file,
 * without asking all of them: it looks at measurements, and at the tags that most matches name. Immutable.
 *
 * @param <R> what is found: a rule, or what was made of it
 */
public final class ShareIndex<R> {
    /** So many rules are asked one by one. */
    private static final int FEW = 8;

    /** Tags by which rules of a measurement are told apart. */
    private static final int MOST_TAGS = 4;

    private final PatternTable<Tagged<R>> byMeasurement;

    /** @param match which series each of them is for */
    public ShareIndex(List<R> rules, Function<R, Match> match) {
        List<RankedRule<R>> ranked = IntStream.range(0, rules.size())
                .mapToObj(order -> new RankedRule<>(order, match.apply(rules.get(order)), rules.get(order)))
                .toList();
        byMeasurement = new PatternTable<>(ranked, rule -> rule.match().measurement(), Tagged::new);
    }

    /** The first rule that passes the test; only rules are tested that may share series with the match. */
    public Optional<R> first(Match match, Predicate<R> test) {
        return candidates(match).first(test);
    }

    /** All rules that pass the test; only rules are tested that may share series with the match. */
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

    /** Rules by what they want of a tag, and those that do not speak of it. */
    private record Tag<R>(String key, PatternTable<List<RankedRule<R>>> wanting, List<RankedRule<R>> others) {}

    /** Rules of a measurement, by the tags that most of them name. */
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
