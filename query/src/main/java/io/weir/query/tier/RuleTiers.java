package io.weir.query.tier;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.storage.ProcessedTiers;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierChoice;
import io.weir.query.eval.Resolution;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.TierWindows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Chooses among the tiers of the rules, by the retention that the rules give to each. For one query and one thread. */
public final class RuleTiers implements Resolution {
    /** A query may begin exactly at the retention of raw, a moment ago. */
    private static final long MOMENT = Duration.ofMinutes(1).toMillis();

    /** Time after the end of a window at which the store is expected to have computed it. */
    private static final Duration COMPUTED_WITHIN = Duration.ofMinutes(1);

    private final List<StorageTier> tiers;
    private final long delay;
    private final long now;
    private final long longest;
    private final boolean areProcessed;
    private final Set<String> warnings = new TreeSet<>();
    private Optional<String> missing = Optional.empty();

    /**
     * Tiers that the store computes.
     *
     * @param tiers as in the rules: raw first
     * @param now the time of the query, in milliseconds since 1970
     * @param longest the length of the longest windows that may be read although the store still has finer values, in
     *     milliseconds; zero for none
     */
    public RuleTiers(List<StorageTier> tiers, long now, long longest) {
        this(tiers, Optional.empty(), now, longest);
    }

    private RuleTiers(List<StorageTier> tiers, Optional<ProcessedTiers> processed, long now, long longest) {
        this.tiers = tiers;
        this.delay =
                processed.map(ProcessedTiers::delay).orElse(COMPUTED_WITHIN).toMillis();
        this.areProcessed = processed.isPresent();
        this.now = now;
        this.longest = longest;
    }

    /** Tiers that the store or processing computes. See the constructor for the other parameters. */
    public static RuleTiers of(StorageRules rules, long now, long longest) {
        return new RuleTiers(rules.tiers(), rules.processed(), now, longest);
    }

    @Override
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public boolean hasChoice(List<Matcher> matchers) {
        return tiers.size() > 1
                && matchers.stream().noneMatch(each -> each.label().equals(PromqlNames.TIER));
    }

    @Override
    public Optional<TierWindows> of(long from, long to, long longestWindow) {
        StorageTier chosen = TierChoice.of(possible(longestWindow, to), from, now, longest);
        if (now - chosen.keep().toMillis() > from) {
            // This tier lacks the beginning of the range. Another tier may lack only the last windows.
            chosen = TierChoice.of(possible(longestWindow, Long.MIN_VALUE), from, now, 0);
        }
        return Optional.of(chosen)
                .filter(tier -> !tier.isRaw())
                .map(tier -> new TierWindows(tier.name(), tier.window().toMillis()));
    }

    private List<StorageTier> possible(long longestWindow, long to) {
        return tiers.stream()
                .filter(tier -> tier.isRaw() || isPossible(tier, longestWindow, to))
                .toList();
    }

    private boolean isPossible(StorageTier tier, long longestWindow, long to) {
        long window = tier.window().toMillis();
        return window <= longestWindow && to <= now - window - delay;
    }

    @Override
    public void read(TierWindows windows) {
        String length = Durations.format(Duration.ofMillis(windows.length()));
        warnings.add("read from the tier " + windows.tier() + ": ranges consist of windows of " + length
                + ", and values without a range are means of " + length);
    }

    @Override
    public void miss(TierWindows windows) {
        String remedy = areProcessed
                ? "the first window is stored " + Durations.format(Duration.ofMillis(windows.length() + delay))
                        + " after the rules are active; if it is not, check processing and the writer to this store,"
                        + " or run weir storage apply if it is InfluxDB or ClickHouse"
                : "run weir storage apply, or let its user read it";
        String warning = "the store has no tier " + windows.tier() + ", which the rules have: " + remedy;
        missing = Optional.of(warning);
        warnings.add(warning);
    }

    @Override
    public Optional<String> missing() {
        return missing;
    }

    @Override
    public void readRaw(long from) {
        Duration keep = tiers.get(0).keep();
        if (from < now - keep.toMillis() - MOMENT) {
            warnings.add("functions that read no tiers, such as rate, may miss values from before the retention of"
                    + " raw, " + Durations.format(keep));
        }
    }
}
