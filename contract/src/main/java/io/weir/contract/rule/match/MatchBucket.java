package io.weir.contract.rule.match;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules for one key of the measurement. Each rule is stored by the values of one tag, if it
 * names any.
 */
final class MatchBucket<R> {
    private final Map<TagValue, List<RankedRule<R>>> byTag = new HashMap<>();
    private final List<RankedRule<R>> others = new ArrayList<>();

    /** Call it in the rules' order. */
    void add(RankedRule<R> rule, TagRarity rarity) {
        rarity.rarest(rule.match())
                .ifPresentOrElse(
                        values -> values.forEach(value -> byTag.computeIfAbsent(value, unseen -> new ArrayList<>())
                                .add(rule)),
                        () -> others.add(rule));
    }

    /** Adds all rules that may match. */
    void offer(Series series, Candidates<R> candidates) {
        candidates.add(others);
        if (!byTag.isEmpty()) {
            series.tags()
                    .forEach((key, value) -> candidates.add(byTag.getOrDefault(new TagValue(key, value), List.of())));
        }
    }
}
