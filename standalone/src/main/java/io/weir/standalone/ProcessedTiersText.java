package io.weir.standalone;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.storage.ProcessedTiers;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import java.util.ArrayList;
import java.util.List;

/** Says what processing does for the tiers of the rules, and what nobody does. */
final class ProcessedTiersText {
    private ProcessedTiersText() {}

    /**
     * The lines for a store; none if processing computes no tiers.
     *
     * @param isNative whether the store has tiers of its own
     */
    static List<String> of(StorageRules rules, boolean isNative) {
        return rules.processed().map(how -> of(rules, how, isNative)).orElse(List.of());
    }

    private static List<String> of(StorageRules rules, ProcessedTiers how, boolean isNative) {
        if (isNative) {
            return List.of("the store has tiers of its own, and also stores those of processing (by: processing), as"
                    + " metrics in raw");
        }
        List<String> lines = new ArrayList<>();
        for (StorageTier tier : rules.tiers()) {
            String keep = "; keep: " + Durations.format(tier.keep()) + " deletes nothing";
            lines.add(
                    tier.isRaw()
                            ? "raw: the metrics themselves" + keep
                            : tier.name() + ": processing computes windows of " + Durations.format(tier.window())
                                    + ", and stores each " + Durations.format(how.grace())
                                    + " after its end as MEASUREMENT" + tier.ending() + keep);
        }
        lines.add("nothing to apply: the store has no tiers, and deletes metrics by its own settings only");
        return lines;
    }
}
