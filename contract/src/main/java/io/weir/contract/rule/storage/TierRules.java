package io.weir.contract.rule.storage;

import io.weir.contract.line.Series;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.AggregateWindow;
import io.weir.contract.rule.aggregate.Late;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.MatchIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The rules of {@code aggregate} by which processing computes tiers. Each entry of the functions has a rule for each
 * tier, and so do measurements without an entry. No rules if the stores compute the tiers. Immutable.
 */
public final class TierRules {
    private final List<Entry> entries;
    private final MatchIndex<Entry> byMeasurement;
    private final MatchIndex<Match> exempt;

    /** The rules of measurements that have the same functions. */
    private record Entry(Match match, List<AggregateRule> rules) {}

    private TierRules(List<Entry> entries, List<Match> exempt) {
        this.entries = List.copyOf(entries);
        this.byMeasurement = new MatchIndex<>(entries, Entry::match);
        this.exempt = new MatchIndex<>(exempt, match -> match);
    }

    /** The rules for tiers. */
    public static TierRules of(StorageRules storage) {
        List<Entry> entries = new ArrayList<>();
        storage.processed().ifPresent(how -> {
            for (TierFunctions each : storage.functions()) {
                Match match = new Match(each.measurement(), Collections.emptySortedMap());
                entries.add(new Entry(match, rules(storage, how, entries.size() + 1, each.numbers())));
            }
            entries.add(new Entry(Match.ALL, rules(storage, how, 0, TierFunctions.DEFAULT)));
        });
        return new TierRules(entries, storage.exempt());
    }

    /** The rules that apply to a series, from fine to coarse; none if it is exempt. Call it once for each series. */
    public List<AggregateRule> of(Series series) {
        Optional<Entry> entry = byMeasurement.first(series);
        return entry.isEmpty() || exempt.first(series).isPresent()
                ? List.of()
                : entry.get().rules();
    }

    /** All rules. */
    public List<AggregateRule> all() {
        return entries.stream().flatMap(entry -> entry.rules().stream()).toList();
    }

    private static List<AggregateRule> rules(
            StorageRules storage, ProcessedTiers how, int entry, List<AggregateFunction> functions) {
        return storage.computed().stream()
                .map(tier -> rule(tier, how, entry, functions))
                .toList();
    }

    private static AggregateRule rule(
            StorageTier tier, ProcessedTiers how, int entry, List<AggregateFunction> functions) {
        // The number is before the name of the tier, which may end with a number itself.
        String name = "tier" + (entry == 0 ? "" : entry) + "-" + tier.name();
        return new AggregateRule(
                name,
                Match.ALL,
                Fields.ALL,
                functions,
                AggregateWindow.of(tier.window()),
                tier.window(),
                how.grace(),
                "<measurement>" + tier.ending(),
                true,
                // Raw is stored in any case.
                Late.DROP,
                how.repeats(),
                Optional.empty());
    }
}
