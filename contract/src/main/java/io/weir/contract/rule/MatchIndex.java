package io.weir.contract.rule;

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
 * Finds the rules that match a series, in the order of the file, without asking all of them: only those whose patterns have
 * something of the series' measurement, and which name one of its tags' values or none. Immutable, may be shared by threads.
 *
 * @param <R> what is found: a rule, or what was made of it
 */
public final class MatchIndex<R> {

    private final PatternKeys measurements;
    private final Map<String, MatchBucket<R>> byMeasurement = new HashMap<>();

    /** @param match which series each of them is for */
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

    /** All that match. */
    public List<R> matching(Series series) {
        List<R> matching = new ArrayList<>();
        Candidates<R> candidates = candidates(series, 0);
        for (RankedRule<R> each = candidates.next(series); each != null; each = candidates.next(series)) {
            matching.add(each.rule());
        }
        return matching;
    }

    /** The first one that matches. */
    public Optional<R> first(Series series) {
        return Optional.ofNullable(candidates(series, 0).next(series)).map(RankedRule::rule);
    }

    /** What becomes of the series if each rule that matches changes it, and those behind it see what it became. */
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
