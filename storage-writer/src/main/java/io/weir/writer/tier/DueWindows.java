package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.tier.StoreRequests.RefusedException;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The windows that a round has to compute. Used by one thread. */
final class DueWindows {
    private final TierServer server;
    private final StorageRules rules;
    /** By names of tiers and measurements; an empty name means all measurements. */
    private final Map<String, Map<String, Windows>> due = new TreeMap<>();

    private final Map<String, Set<String>> known;

    /** @param known measurements of tiers by name, of all rounds */
    DueWindows(TierServer server, StorageRules rules, Map<String, Set<String>> known) {
        this.server = server;
        this.rules = rules;
        this.known = known;
    }

    void add(Mark mark) {
        due.computeIfAbsent(mark.tier(), unseen -> new TreeMap<>())
                .computeIfAbsent(mark.measurement().orElse(""), unseen -> new Windows())
                .add(mark.fromMillis(), mark.toMillis());
    }

    /**
     * Adds the windows that ended since the previous run, and the one before them, for lines that arrived after
     * its end. Without a previous run, adds all windows from the first row in raw on: lines may have arrived before the
     * first run.
     */
    void addEnded(StorageTier tier, @Nullable Life before, Life now) throws IOException {
        long window = tier.window().toMillis();
        long to = Math.floorDiv(now.nowMillis(), window) * window;
        long done = before == null ? Long.MIN_VALUE : Math.floorDiv(before.nowMillis(), window) * window;
        remember(tier);
        if (to <= done) {
            return;
        }
        for (String measurement : measurements(tier)) {
            long from = before == null ? firstWindow(tier, measurement, now.nowMillis()) : done - window;
            if (from < to) {
                add(new Mark(tier.name(), Optional.of(measurement), from, to));
            }
        }
    }

    /** A table that a mark names may be hidden, and the next rounds do not have the mark. */
    private void remember(StorageTier tier) {
        Set<String> names = known.computeIfAbsent(tier.name(), unseen -> new TreeSet<>());
        due.getOrDefault(tier.name(), Map.of()).keySet().stream()
                .filter(name -> !name.isEmpty())
                .forEach(names::add);
    }

    /** Forgets those that are gone. */
    private List<String> measurements(StorageTier tier) throws IOException {
        List<String> measurements = server.measurements(rules, tier, known.getOrDefault(tier.name(), Set.of()));
        known.put(tier.name(), new TreeSet<>(measurements));
        return measurements;
    }

    /** The start of the first window that raw has; all that raw may have if the server refuses to show it. */
    private long firstWindow(StorageTier tier, String measurement, long nowMillis) throws IOException {
        long window = tier.window().toMillis();
        long whole = Backfill.firstWhole(rules, tier, nowMillis);
        try {
            long first = Math.max(whole, server.first(measurement).orElse(nowMillis));
            return Math.floorDiv(first, window) * window;
        } catch (RefusedException e) {
            return whole;
        }
    }

    /** Adds the windows that were not final when the server was last seen, and all later ones. */
    void addSinceLastSeen(StorageTier tier, Life before, Life now) {
        long window = tier.window().toMillis();
        long from = Math.floorDiv(before.nowMillis(), window) * window - 2 * window;
        long to = Math.floorDiv(now.nowMillis(), window) * window;
        add(new Mark(tier.name(), Optional.empty(), Math.min(from, to - window), to));
    }

    /** The windows of these tiers that raw still contains completely; counts ranges that it does not. */
    List<Work> work(List<StorageTier> tiers, long nowMillis, TierMeters meters) throws IOException {
        List<Work> work = new ArrayList<>();
        for (StorageTier tier : tiers) {
            if (!server.computesWindows()) {
                nameMeasurements(tier);
            }
            long first = Backfill.firstWhole(rules, tier, nowMillis);
            due.getOrDefault(tier.name(), Map.of()).forEach((measurement, windows) -> {
                List<TimeRange> ranges = new ArrayList<>();
                for (TimeRange range : windows.ranges()) {
                    if (range.fromMillis() < first) {
                        meters.gone();
                    }
                    if (range.toMillis() > first) {
                        ranges.add(new TimeRange(Math.max(first, range.fromMillis()), range.toMillis()));
                    }
                }
                if (!ranges.isEmpty()) {
                    work.add(new Work(
                            new TierTable(tier, Optional.of(measurement).filter(name -> !name.isEmpty())), ranges));
                }
            });
        }
        return work;
    }

    /** A mark may be older than the server, such as one of a target that was InfluxDB before. */
    private void nameMeasurements(StorageTier tier) throws IOException {
        Windows all = due.getOrDefault(tier.name(), new TreeMap<>()).remove("");
        if (all == null) {
            return;
        }
        for (String measurement : measurements(tier)) {
            for (TimeRange range : all.ranges()) {
                add(new Mark(tier.name(), Optional.of(measurement), range.fromMillis(), range.toMillis()));
            }
        }
    }
}
