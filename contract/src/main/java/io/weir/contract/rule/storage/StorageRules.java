package io.weir.contract.rule.storage;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.match.Match;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The resolutions that the store keeps, and for how long.
 *
 * @param tiers raw first, then from fine to coarse; empty: the store's settings are not changed
 * @param functions the first whose measurement matches decides
 * @param exempt series that have only raw data
 * @param processed how processing computes the tiers; empty if the store does
 */
public record StorageRules(
        List<StorageTier> tiers,
        List<TierFunctions> functions,
        List<Match> exempt,
        Optional<ProcessedTiers> processed) {
    /** No tiers. */
    public static final StorageRules NONE = new StorageRules(List.of(), List.of(), List.of(), Optional.empty());

    public StorageRules {
        tiers = List.copyOf(tiers);
        functions = List.copyOf(functions);
        exempt = List.copyOf(exempt);
    }

    /** The computed tiers: all except raw. */
    public List<StorageTier> computed() {
        return tiers.stream().filter(tier -> !tier.isRaw()).toList();
    }

    /** The tiers that processing computes. */
    public List<StorageTier> byProcessing() {
        return processed.isPresent() ? computed() : List.of();
    }

    /** The retention of raw metrics; call it only if there are tiers. */
    public Duration rawKeep() {
        return tiers.get(0).keep();
    }

    /** The functions of a measurement's numeric fields in tiers. */
    public List<AggregateFunction> numbersOf(String measurement) {
        return functions.stream()
                .filter(each -> each.measurement().matches(measurement))
                .findFirst()
                .map(TierFunctions::numbers)
                .orElse(TierFunctions.DEFAULT);
    }
}
