package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.yaml.Refusal;
import io.weir.writer.store.StoreUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Compares a store with the rules, and makes it as they say. */
public final class TierKeeper {
    private final TierServer server;

    TierKeeper(TierServer server) {
        this.server = server;
    }

    /**
     * Connects to nothing yet.
     *
     * @throws Refusal if the store has no tiers
     */
    public static TierKeeper of(StoreUrl url, Optional<String> token) {
        return new TierKeeper(TierServers.of(url, token)
                .orElseThrow(() -> new Refusal(
                        url.text() + " has no tiers: QuestDB keeps metrics as they are, for demonstration",
                        "name an InfluxDB with --store influxdb1://… or influxdb2://…")));
    }

    /**
     * What the store has otherwise than the rules; nothing if they say nothing of tiers.
     *
     * @throws IOException if the store is away or refuses, saying what to do
     */
    public TierPlan plan(StorageRules rules) throws IOException {
        return rules.tiers().isEmpty()
                ? new TierPlan(List.of())
                : TierPlan.of(server.existing(), server.desired(rules));
    }

    /**
     * Carries out a plan. If it breaks off, doing it again goes on.
     *
     * @param allowsDelete whether metrics may be deleted; otherwise such differences are left
     * @param listener told each difference that was carried out, and how far one is that takes long
     * @throws IOException if the store is away or refuses, saying what to do
     */
    public void apply(TierPlan plan, StorageRules rules, boolean allowsDelete, ApplyListener listener)
            throws IOException {
        for (Difference difference : plan.differences()) {
            if (allowsDelete || !difference.deletesData()) {
                server.carryOut(
                        difference, rules, (upToMillis, share) -> listener.computing(difference, upToMillis, share));
                listener.done(difference);
            }
        }
    }
}
