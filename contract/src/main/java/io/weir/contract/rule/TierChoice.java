package io.weir.contract.rule;

import java.util.List;

/** Which tier to ask for a range of time. Pure. */
public final class TierChoice {
    private TierChoice() {}

    /**
     * The coarsest tier that still gives so many points and has the beginning of the range; where none gives so many, the finest that
     * has it; where none has it, the one that goes back the furthest.
     *
     * @param tiers as the rules have them: raw first, at least that
     * @param points how many are wanted of each series, such as the width of a panel in pixels
     */
    public static StorageTier of(List<StorageTier> tiers, long fromMillis, long toMillis, long nowMillis, int points) {
        long step = Math.max(0, toMillis - fromMillis) / Math.max(1, points);
        StorageTier chosen = null;
        for (StorageTier tier : tiers) {
            boolean hasAll = nowMillis - tier.keep().toMillis() <= fromMillis;
            long window = tier.isRaw() ? 0 : tier.window().toMillis();
            if (hasAll && (chosen == null || window <= step)) {
                chosen = tier;
            }
        }
        return chosen == null ? tiers.get(tiers.size() - 1) : chosen;
    }
}
