package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import java.io.IOException;
import java.util.Optional;

/** Computes all windows of a tier that raw still contains completely. */
final class Backfill {
    private Backfill() {}

    /** The same from the start of raw. */
    static void run(
            TierServer server, StorageRules rules, StorageTier tier, Optional<String> measurement, Progress progress)
            throws IOException {
        run(server, rules, tier, measurement, Long.MIN_VALUE, progress);
    }

    /**
     * Computes windows until only those are missing that the server will compute itself: windows
     * that ended less than half a window ago, and later ones.
     *
     * @param sinceMillis nothing earlier needs to be computed
     */
    static void run(
            TierServer server,
            StorageRules rules,
            StorageTier tier,
            Optional<String> measurement,
            long sinceMillis,
            Progress progress)
            throws IOException {
        long window = tier.window().toMillis();
        long now = server.life().nowMillis();
        Chunks chunks = new Chunks(System::nanoTime);
        TierTable table = new TierTable(tier, measurement);
        long from = Math.floorDiv(Math.max(firstWhole(rules, tier, now), sinceMillis), window) * window;
        while (true) {
            TimeRange windows = TimeRange.of(from, now - Math.floorMod(now, window));
            long at = windows.fromMillis();
            while (at < windows.toMillis()) {
                at = chunks.compute(server, rules, table, new TimeRange(at, windows.toMillis()));
                progress.computed(at, windows.share(at));
            }
            long later = server.life().nowMillis();
            if (later - now < window / 2) {
                return;
            }
            // Windows with later lines, and those that were open.
            from = now - Math.floorMod(now, window) - 2 * window;
            now = later;
        }
    }

    /**
     * The windows that {@link #run} would compute, for later rounds; empty if there are none.
     *
     * @param sinceMillis nothing earlier needs to be computed
     */
    static Optional<Mark> mark(
            StorageRules rules, StorageTier tier, String measurement, long sinceMillis, long nowMillis) {
        long window = tier.window().toMillis();
        long from = Math.floorDiv(Math.max(firstWhole(rules, tier, nowMillis), sinceMillis), window) * window;
        long to = Math.floorDiv(nowMillis, window) * window;
        return from < to ? Optional.of(new Mark(tier.name(), Optional.of(measurement), from, to)) : Optional.empty();
    }

    /** Start of the first window that raw certainly contains completely. */
    static long firstWhole(StorageRules rules, StorageTier tier, long nowMillis) {
        long window = tier.window().toMillis();
        return Math.floorDiv(nowMillis - rules.rawKeep().toMillis() + window - 1, window) * window;
    }
}
