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

    /** A window needs at most this time from its end and the grace after it to the store. */
    private static final Duration STORED_WITHIN = Duration.ofMinutes(1);

    /** Those that the store computes. */
    static HistoryTiers ofStore(StorageRules rules) {
        return new HistoryTiers(rules.tiers(), Duration.ZERO);
    }

    /** Those that processing computes. */
    static HistoryTiers ofProcessing(StorageRules rules) {
        return rules.processed()
                .map(processed ->
                        new HistoryTiers(rules.tiers(), processed.grace().plus(STORED_WITHIN)))
                .orElse(NONE);
    }
}
