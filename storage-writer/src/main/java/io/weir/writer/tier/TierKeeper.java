package io.weir.writer.tier;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.store.StoreUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Compares a store with the rules, and applies them. */
public final class TierKeeper {
    private final TierServer server;

    TierKeeper(TierServer server) {
        this.server = server;
    }

    /**
     * Does not connect yet.
     *
     * @throws Refusal if the store has no tiers
     */
    public static TierKeeper of(StoreUrl url, Optional<String> token) {
        return new TierKeeper(TierServers.of(url, token)
                .orElseThrow(() -> new Refusal(
                        url.text() + " has no tiers; only InfluxDB 1.x and 2.x and ClickHouse have them",
                        "name one of them with --store influxdb1://…, influxdb2://… or clickhouse://…, or let"
                                + " processing compute tiers: by: processing under storage in the rules")));
    }

    /** Whether a store has tiers of its own. */
    public static boolean isPossible(StoreUrl url) {
        return TierServers.of(url, Optional.empty()).isPresent();
    }

    /**
     * The differences between store and rules; none if the rules define no tiers.
     *
     * @throws IOException if the store is unavailable or rejects a request; with the required
     *     action
     */
    public TierPlan plan(StorageRules rules) throws IOException {
        return rules.tiers().isEmpty()
                ? new TierPlan(List.of())
                : TierPlan.of(server.existing(), server.desired(rules));
    }

    /**
     * Applies a plan. Applying it again after an interruption continues. Differences that change the windows of a tier are
     * skipped.
     *
     * @param allowsDelete whether metrics may be deleted; otherwise such differences are skipped
     * @param listener notified of each applied difference, and of the progress of long ones
     * @throws IOException if the store is unavailable or rejects a request; with the required
     *     action
     */
    public void apply(TierPlan plan, StorageRules rules, boolean allowsDelete, ApplyListener listener)
            throws IOException {
        for (Difference difference : plan.differences()) {
            if (!difference.changesWindows() && (allowsDelete || !difference.deletesData())) {
                server.apply(
                        difference, rules, (upToMillis, share) -> listener.computing(difference, upToMillis, share));
                listener.done(difference);
            }
        }
    }
}
