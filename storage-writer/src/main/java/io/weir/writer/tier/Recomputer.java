package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.tier.StoreRequests.RefusedException;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tiers consistent with raw. Recomputes the windows of marks and all windows that the server
 * may have missed during an outage or never computes by itself, and adds new measurements.
 * Independent of Kafka; used by one thread.
 */
final class Recomputer {
    private static final Logger LOG = LoggerFactory.getLogger(Recomputer.class);
    /** Servers report their start time to about a second. */
    private static final long SAME_START_MILLIS = 2_000;

    private final TierServer server;
    private final TierMeters meters;

    Recomputer(TierServer server, TierMeters meters) {
        this.server = server;
        this.meters = meters;
    }

    /**
     * Recomputes everything due. An interrupted run is repeated from its start, which changes
     * nothing.
     *
     * @param marks in any order, overlapping or not
     * @param before the result of the previous run; null if there was none
     * @param isLastTry whether computations that the server rejects are given up and reported
     * @return the server's current state, for the next run
     * @throws RefusedException if the server rejected a computation; all others are done
     */
    Life run(StorageRules rules, List<Mark> marks, @Nullable Life before, boolean isLastTry) throws IOException {
        Life life = server.life();
        List<StorageTier> applied = applied(rules);
        Map<String, Map<String, Windows>> pending = new TreeMap<>();
        marks.forEach(mark -> add(pending, mark));
        if (!server.computesWindows()) {
            applied.forEach(tier -> ended(rules, tier, before, life).ifPresent(mark -> add(pending, mark)));
        } else if (before != null && Math.abs(life.startedMillis() - before.startedMillis()) > SAME_START_MILLIS) {
            LOG.info("the store was restarted; computing all windows since it was last seen");
            applied.forEach(tier -> add(pending, sinceLastSeen(tier, before, life)));
        }
        RefusedException refused = null;
        for (StorageTier tier : applied) {
            for (Map.Entry<String, Windows> each :
                    pending.getOrDefault(tier.name(), Map.of()).entrySet()) {
                Optional<String> measurement = Optional.of(each.getKey()).filter(name -> !name.isEmpty());
                for (TimeRange range : each.getValue().ranges()) {
                    try {
                        compute(rules, tier, measurement, range, life.nowMillis());
                    } catch (RefusedException e) {
                        refused = e;
                        if (isLastTry) {
                            giveUp(tier, each.getKey(), range, e);
                        }
                    }
                }
            }
        }
        if (refused != null && !isLastTry) {
            throw refused;
        }
        return life;
    }

    private void giveUp(StorageTier tier, String measurement, TimeRange range, RefusedException why) {
        meters.refused();
        LOG.error(
                "the store refuses to compute late lines tier={} measurement={} from_ms={} to_ms={} reason={};"
                        + " given up, these windows stay unchanged",
                tier.name(),
                measurement,
                range.fromMillis(),
                range.toMillis(),
                why.getMessage());
    }

    /** Adds measurements or fields that are newer than the tiers; changes nothing else. */
    void grow(StorageRules rules) throws IOException {
        if (applied(rules).isEmpty()) {
            return;
        }
        Set<String> holders = Stream.concat(rules.tiers().stream().limit(1), applied(rules).stream())
                .map(server::holder)
                .collect(Collectors.toSet());
        for (Difference difference :
                TierPlan.of(server.existing(), server.desired(rules)).differences()) {
            Part part = difference.part();
            boolean isOfTier = holders.stream().anyMatch(holder -> part.name().startsWith(holder + "/"));
            if (isOfTier && server.isUpkeep(difference)) {
                grow(difference, rules);
            }
        }
    }

    /** A part that the server refuses is tried again by the next call; others need not wait. */
    private void grow(Difference difference, StorageRules rules) throws IOException {
        String title = difference.part().title();
        try {
            server.apply(difference, rules, Progress.IGNORED);
            LOG.info("{} {}", title, difference.existing() == null ? "created" : "created anew");
        } catch (RefusedException e) {
            meters.failed();
            LOG.error("the store refuses to create {} reason={}; the writer tries again", title, e.getMessage());
        }
    }

    /**
     * The tiers that the server has. All other tiers are computed completely when they are created.
     */
    private List<StorageTier> applied(StorageRules rules) throws IOException {
        Set<String> there = server.existing().stream().map(Part::name).collect(Collectors.toSet());
        boolean hasRaw = rules.tiers().stream().limit(1).map(server::holder).anyMatch(there::contains);
        return rules.computed().stream()
                .filter(tier -> hasRaw && there.contains(server.holder(tier)))
                .toList();
    }

    private void compute(
            StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange range, long nowMillis)
            throws IOException {
        long from = Math.max(range.fromMillis(), Backfill.firstWhole(rules, tier, nowMillis));
        if (from > range.fromMillis()) {
            meters.gone();
        }
        if (from < range.toMillis()) {
            Backfill.compute(server, rules, tier, measurement, new TimeRange(from, range.toMillis()), Progress.IGNORED);
            meters.computed();
        }
    }

    /**
     * The windows that ended since the previous run, and the one before them, for lines that arrived after
     * its end. Without a previous run, all windows in raw: lines may have arrived before the first run.
     */
    private static Optional<Mark> ended(StorageRules rules, StorageTier tier, @Nullable Life before, Life now) {
        long window = tier.window().toMillis();
        long to = Math.floorDiv(now.nowMillis(), window) * window;
        long known = before == null ? Long.MIN_VALUE : Math.floorDiv(before.nowMillis(), window) * window;
        long from = before == null ? Backfill.firstWhole(rules, tier, now.nowMillis()) : known - window;
        return to > known ? Optional.of(new Mark(tier.name(), Optional.empty(), from, to)) : Optional.empty();
    }

    /** The windows that were not final when the server was last seen, and all later ones. */
    private static Mark sinceLastSeen(StorageTier tier, Life before, Life now) {
        long window = tier.window().toMillis();
        long from = Math.floorDiv(before.nowMillis(), window) * window - 2 * window;
        long to = Math.floorDiv(now.nowMillis(), window) * window;
        return new Mark(tier.name(), Optional.empty(), Math.min(from, to - window), to);
    }

    private static void add(Map<String, Map<String, Windows>> pending, Mark mark) {
        pending.computeIfAbsent(mark.tier(), unseen -> new TreeMap<>())
                .computeIfAbsent(mark.measurement().orElse(""), unseen -> new Windows())
                .add(mark.fromMillis(), mark.toMillis());
    }
}
