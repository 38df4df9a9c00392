package io.weir.writer;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.Topics;
import io.weir.writer.TargetPipeline.Content;
import io.weir.writer.TargetPipeline.Feed;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.failover.AddressPool;
import io.weir.writer.store.failover.FailoverUrl;
import io.weir.writer.tier.StoredLines;
import io.weir.writer.tier.TierUpkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One store for metrics, and for transitions of alarms and refused lines if configured. A running target waits for no
 * other.
 */
final class Target {
    private static final String GROUP = "weir-writer";

    private final String name;
    private final StoreState state;
    private final AddressPool addresses = new AddressPool();
    private final Optional<TierUpkeep> tiers;
    private final List<TargetPipeline> pipelines = new ArrayList<>();

    /**
     * Neither opens nor connects anything before {@link #start}.
     *
     * @throws StartException if a route leads to a place that its store does not have
     */
    Target(TargetConfig config, Rules rules, KafkaSettings kafka, MeterRegistry registry) {
        name = config.name();
        state = new StoreState(config.store().text());
        WriterMeters meters = new WriterMeters(registry, name);
        if (config.store() instanceof FailoverUrl several) {
            several.addresses().forEach(address -> meters.address(address.http(), addresses));
        }
        String group = isMain() ? GROUP : GROUP + "-" + name;
        tiers = TierUpkeep.of(config.store(), config.token(), name, group + ".tiers", rules, kafka, registry);
        try {
            for (Feed feed : feeds(config, kafka.topics(), group)) {
                pipelines.add(new TargetPipeline(config, feed, kafka, state, meters, addresses, this::noted));
            }
        } catch (Refusal e) {
            throw new StartException("routes of the writer's target " + name + ": " + e.getMessage(), e);
        }
    }

    private static List<Feed> feeds(TargetConfig config, Topics topics, String group) {
        List<Feed> feeds = new ArrayList<>();
        feeds.add(new Feed(Content.LINES, topics.storage(), group, ""));
        config.annotations()
                .ifPresent(measurement -> feeds.add(
                        new Feed(Content.TRANSITIONS_OF_ALARMS, topics.events(), group + ".alarms", measurement)));
        config.refused()
                .ifPresent(measurement ->
                        feeds.add(new Feed(Content.REFUSED_LINES, topics.rejected(), group + ".refused", measurement)));
        return feeds;
    }

    /** Whether the target uses the rules for tiers. */
    boolean hasTiers() {
        return tiers.isPresent();
    }

    /** Starts to write. If the target {@link #hasTiers}, the rules must be loaded. */
    void start() {
        tiers.ifPresent(TierUpkeep::start);
        pipelines.forEach(TargetPipeline::start);
    }

    Health health() {
        for (TargetPipeline pipeline : pipelines) {
            Health health = pipeline.health();
            if (!health.ready()) {
                return named(health);
            }
        }
        String trouble = state.trouble();
        if (trouble != null) {
            return named(Health.waiting(trouble));
        }
        Optional<String> defect = tiers.flatMap(TierUpkeep::defect);
        if (defect.isPresent()) {
            return named(Health.waiting("tiers are not computed: " + defect.get()));
        }
        List<String> leftOut = addresses.leftOut();
        return leftOut.isEmpty()
                ? Health.running()
                : named(Health.running("addresses left out: " + String.join("; ", leftOut)));
    }

    /** Begins to stop; {@link #join} waits for the end. */
    void end() {
        pipelines.forEach(TargetPipeline::end);
        tiers.ifPresent(TierUpkeep::end);
    }

    void join(long millis) {
        long deadlineNanos = System.nanoTime() + millis * 1_000_000;
        pipelines.forEach(pipeline -> pipeline.join(leftMillis(deadlineNanos)));
        tiers.ifPresent(upkeep -> upkeep.join(leftMillis(deadlineNanos)));
    }

    private static long leftMillis(long deadlineNanos) {
        return Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000);
    }

    private StoredLines noted(StoreUrl place) {
        return tiers.map(upkeep -> upkeep.stored(place)).orElse(StoredLines.IGNORED);
    }

    private boolean isMain() {
        return name.equals(TargetConfig.MAIN);
    }

    private Health named(Health health) {
        return isMain() ? health : new Health(health.state(), "target " + name + ": " + health.detail());
    }
}
