package io.weir.writer.tier;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tiers of one target's store consistent with raw. Every {@link LateLog} records windows
 * with late lines; the {@link TierWorker} has them computed again.
 */
public final class TierUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(TierUpkeep.class);

    private final TierServer server;
    private final String target;
    private final Rules rules;
    private final KafkaSettings kafka;
    private final TierMeters meters;
    private final RejectedRecords rejected;
    private final TierWorker worker;
    private @Nullable MarkSender sender;

    private TierUpkeep(
            TierServer server, String target, String group, Rules rules, KafkaSettings kafka, MeterRegistry registry) {
        this.server = server;
        this.target = target;
        this.rules = rules;
        this.kafka = kafka;
        this.meters = new TierMeters(registry, target);
        this.rejected = new RejectedRecords(group, kafka);
        this.worker = new TierWorker(
                target,
                group,
                rules,
                new Recomputer(server, meters, System::nanoTime),
                kafka,
                meters,
                new MissedRecords(group, registry, rejected));
    }

    /**
     * Does not connect yet; empty for a store without tiers.
     *
     * @param target name of the target; marks of other targets are ignored
     * @param group the target's consumer group, without the installation's prefix
     */
    public static Optional<TierUpkeep> of(
            StoreUrl store,
            Optional<String> token,
            String target,
            String group,
            Rules rules,
            KafkaSettings kafka,
            MeterRegistry registry) {
        return TierServers.of(store, token)
                .map(server -> new TierUpkeep(server, target, group, rules, kafka, registry));
    }

    /** Starts; call this once. The topics must exist, and the rules must be started. */
    public void start() {
        if (rules.usable()
                .filter(file -> file.storage().processed().isPresent())
                .isPresent()) {
            LOG.warn(
                    "the store computes tiers itself, and also stores those of processing, as metrics in raw target={}:"
                            + " remove by: processing from the rules, unless other stores need it",
                    target);
        }
        MarkSender started = new MarkSender(target, kafka);
        sender = started;
        worker.start(started);
    }

    /**
     * The listener for lines stored at a place in the target's store; it does nothing if tiers are
     * not computed from there. One for each thread; only after {@link #start}.
     */
    public StoredLines stored(StoreUrl place) {
        MarkSender started = sender;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return server.isRaw(place.addresses().get(0)) ? new LateLog(rules, started, meters) : StoredLines.IGNORED;
    }

    /** Why tiers are not computed, if neither Kafka nor the store is the cause. Thread-safe. */
    public Optional<String> defect() {
        return worker.defect();
    }

    /** Starts to end. Unfinished work is done by the next worker. */
    public void end() {
        worker.end();
    }

    /** Waits for the end and closes everything; no {@link LateLog} may be used afterwards. */
    public void join(long millis) {
        worker.join(millis);
        rejected.close();
        MarkSender started = sender;
        if (started != null) {
            started.close();
        }
    }
}
