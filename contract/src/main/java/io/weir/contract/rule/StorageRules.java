package io.weir.contract.rule;

import java.time.Duration;
import java.util.List;

/**
 * What the store keeps in which resolution, for how long.
 *
 * @param tiers raw first, then from fine to coarse; empty: the store is left as it is
 * @param functions the first that is for a measurement decides
 * @param exempt series that are kept in raw only
 */
public record StorageRules(List<StorageTier> tiers, List<TierFunctions> functions, List<Match> exempt) {
    /** Nothing is said. */
    public static final StorageRules NONE = new StorageRules(List.of(), List.of(), List.of());

    public StorageRules {
        tiers = List.copyOf(tiers);
        functions = List.copyOf(functions);
        exempt = List.copyOf(exempt);
    }

    /** The tiers that are computed: all but raw. */
    public List<StorageTier> computed() {
        return tiers.stream().filter(tier -> !tier.isRaw()).toList();
    }

    /** How long metrics themselves are kept; only if there are tiers. */
    public Duration rawKeep() {
        return tiers.get(0).keep();
    }

    /** What tiers hold of numeric fields of a measurement. */
    public List<AggregateFunction> numbersOf(String measurement) {
        return functions.stream()
                .filter(each -> each.measurement().matches(measurement))
                .findFirst()
                .map(TierFunctions::numbers)
                .orElse(TierFunctions.DEFAULT);
    }
}
