package io.weir.contract.rule.match;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules that match a series, in file order, without testing all rules. A rule that names
 * literal tag values is stored under those of its rarest tag, and tested only if the series has one
 * of them. A rule with patterns only is tested whenever its measurement fits. Immutable and
 * thread-safe.
 *
 * @param <R> the type of the entries: a rule, or an object made from it
 */
public final class MatchIndex<R> {

    private final PatternKeys measurements;
    private final Map<String, MatchBucket<R>> byMeasurement = new HashMap<>();

    /** @param match the match of an entry */
    public MatchIndex(List<R> rules, Function<R, Match> match) {
        TagRarity rarity = new TagRarity(rules.stream().map(match));
        measurements = new PatternKeys(
                rules.stream().map(match).map(Match::measurement).toList());
        for (int order = 0; order < rules.size(); order++) {
            RankedRule<R> rule = new RankedRule<>(order, match.apply(rules.get(order)), rules.get(order));
            measurements.homes(rule.match().measurement()).stream().distinct().forEach(key -> byMeasurement
                    .computeIfAbsent(key, unseen -> new MatchBucket<>())
                    .add(rule, rarity));
        }
    }

    /** All entries that match. */
    public List<R> matching(Series series) {
        List<R> matching = new ArrayList<>();
        Candidates<R> candidates = candidates(series, 0);
        for (RankedRule<R> each = candidates.next(series); each != null; each = candidates.next(series)) {
            matching.add(each.rule());
        }
        return matching;
    }

    /** The first entry that matches. */
    public Optional<R> first(Series series) {
        return Optional.ofNullable(candidates(series, 0).next(series)).map(RankedRule::rule);
    }

    /**
     * The series after each matching entry changed it; later entries match against the changed
     * series.
     */
    public Series changed(Series series, BiFunction<R, Series, Series> change) {
        Series now = series;
        Candidates<R> candidates = candidates(now, 0);
        for (RankedRule<R> each = candidates.next(now); each != null; each = candidates.next(now)) {
            now = change.apply(each.rule(), now);
            candidates = candidates(now, each.order() + 1);
        }
        return now;
    }

    private Candidates<R> candidates(Series series, int from) {
        Candidates<R> candidates = new Candidates<>(from);
        measurements.matching(series.measurement(), key -> {
            @Nullable MatchBucket<R> bucket = byMeasurement.get(key);
            if (bucket != null) {
                bucket.offer(series, candidates);
            }
        });
        return candidates;
    }
}
