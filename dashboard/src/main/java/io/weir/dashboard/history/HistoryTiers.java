package io.weir.dashboard.history;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import java.time.Duration;
import java.util.List;

/**
 * The tiers that the page reads.
 *
 * @param tiers raw first; may be empty
 * @param delay how long after its end a window may be missing in the store; zero if the page reads the newest windows,
 *     too, from the tier
 */
record HistoryTiers(List<StorageTier> tiers, Duration delay) {
    private static final HistoryTiers NONE = new HistoryTiers(List.of(), Duration.ZERO);

    /** Those that the store computes. */
    static HistoryTiers ofStore(StorageRules rules) {
        return new HistoryTiers(rules.tiers(), Duration.ZERO);
    }

    /** Those that processing computes. */
    static HistoryTiers ofProcessing(StorageRules rules) {
        return rules.processed()
                .map(processed -> new HistoryTiers(rules.tiers(), processed.delay()))
                .orElse(NONE);
    }
}
