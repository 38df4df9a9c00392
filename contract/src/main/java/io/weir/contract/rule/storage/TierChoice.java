package io.weir.contract.rule.storage;

import java.util.List;

/** Chooses the tier for a query of a time range. Pure. */
public final class TierChoice {
    private TierChoice() {}

    /**
     * The coarsest tier that has at least this many points and the beginning of the range. If no
     * tier has enough points, the finest tier with the beginning. If none has the beginning, the
     * tier that goes back furthest.
     *
     * @param tiers as in the rules: raw first, at least that
     * @param points wanted per series, such as the width of a panel in pixels
     */
    public static StorageTier of(List<StorageTier> tiers, long fromMillis, long toMillis, long nowMillis, int points) {
        return of(tiers, fromMillis, nowMillis, Math.max(0, toMillis - fromMillis) / Math.max(1, points));
    }

    /**
     * The coarsest tier that has the beginning of the range and no longer windows than this. If there is none, the finest
     * tier with the beginning. If none has the beginning, the tier that goes back furthest.
     *
     * @param tiers as in the rules: raw first, at least that
     * @param step milliseconds; zero for the finest tier
     */
    public static StorageTier of(List<StorageTier> tiers, long fromMillis, long nowMillis, long step) {
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
