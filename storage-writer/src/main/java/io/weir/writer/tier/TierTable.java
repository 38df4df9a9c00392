package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageTier;
import java.util.Optional;

/**
 * What one statement computes.
 *
 * @param measurement a single measurement; empty for all, on servers that compute all at once
 */
record TierTable(StorageTier tier, Optional<String> measurement) {}
