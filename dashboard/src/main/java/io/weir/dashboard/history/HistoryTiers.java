package io.weir.dashboard.history;

import io.weir.contract.rule.storage.ProcessedTiers;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import java.time.Duration;
import java.util.List;

/**
 * The tiers that the page reads.
 *
 * @param tiers raw first; may be empty
 * @param delay how long after the end of a window the store may still lack it; zero if the newest windows are not missed
 */
record HistoryTiers(List<StorageTier> tiers, Duration delay) {
    /** From a late window to the store. */
    private static final Duration STORED_WITHIN = Duration.ofMinutes(1);

    /** Those that the store computes. */
    static HistoryTiers ofStore(StorageRules rules) {
        return new HistoryTiers(rules.tiers(), Duration.ZERO);
    }

    /** Those that processing computes. */
    static HistoryTiers ofProcessing(StorageRules rules) {
        return new HistoryTiers(
                rules.processed().isPresent() ? rules.tiers() : List.of(),
                rules.processed()
                        .map(ProcessedTiers::grace)
                        .orElse(Duration.ZERO)
                        .plus(STORED_WITHIN));
    }
}
