package io.weir.query.eval;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses between raw and the tiers for each range of a query, and remembers the tiers that were read. For one query, and one
 * thread.
 */
public final class Resolution {
    /** The store may compute a window so much later than it ends. */
    private static final long COMPUTED_WITHIN = Duration.ofMinutes(1).toMillis();

    private final List<StorageTier> tiers;
    private final long now;
    private final long longest;
    private final Set<String> warnings = new TreeSet<>();

    /**
     * @param tiers as in the rules: raw first
     * @param now milliseconds since 1970
     * @param longest milliseconds of the longest windows that are read instead of samples that the store still has; zero for
     *     none
     */
    public Resolution(List<StorageTier> tiers, long now, long longest) {
        this.tiers = tiers;
        this.now = now;
        this.longest = longest;
    }

    /** Of a source without tiers. */
    static Resolution raw() {
        return new Resolution(List.of(), 0, 0);
    }

    /** What a user has to know of the answer: the tiers that were read. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    boolean isRawOnly() {
        return tiers.stream().allMatch(StorageTier::isRaw);
    }

    /**
     * The tier to read for a range; empty for raw.
     *
     * @param range milliseconds: a tier with longer windows cannot tell what was in it
     */
    Optional<StorageTier> of(long from, long to, long range) {
        StorageTier chosen = TierChoice.of(possible(range, to), from, now, longest);
        boolean isGone = chosen.isRaw() && now - chosen.keep().toMillis() > from;
        // The last windows are missing in tiers: better than the whole range.
        StorageTier best = isGone ? TierChoice.of(possible(range, Long.MIN_VALUE), from, now, longest) : chosen;
        return Optional.of(best).filter(tier -> !tier.isRaw());
    }

    private List<StorageTier> possible(long range, long to) {
        return tiers.stream()
                .filter(tier -> tier.isRaw() || isPossible(tier, range, to))
                .toList();
    }

    private boolean isPossible(StorageTier tier, long range, long to) {
        long window = tier.window().toMillis();
        return window <= range && to <= now - window - COMPUTED_WITHIN;
    }

    /** Remembers a tier that was read. */
    void read(StorageTier tier) {
        String length = Durations.format(tier.window());
        warnings.add("read from the tier " + tier.name() + ": ranges consist of windows of " + length
                + ", and values without a range are means of " + length);
    }

    /** Remembers a tier that the store does not have. */
    void miss(StorageTier tier) {
        warnings.add("the store has no tier " + tier.name() + ", which the rules have: run weir storage apply");
    }
}
