package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageTier;
import java.util.Comparator;
import java.util.Optional;

/**
 * The table that one statement computes.
 *
 * @param measurement a single measurement; empty for all, on servers that compute all in one statement
 */
record TierTable(StorageTier tier, Optional<String> measurement) {
    /** From fine to coarse tiers, then by measurement. */
    static final Comparator<TierTable> ORDER = Comparator.comparing(
                    (TierTable table) -> table.tier().window())
            .thenComparing(table -> table.measurement().orElse(""));

    /** For messages of logs. */
    String named() {
        return "tier=" + tier.name() + " measurement=" + measurement.orElse("");
    }
}
