package io.weir.writer;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The storage writer: waits for Kafka, then writes to every target until closed. */
public final class WriterService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(WriterService.class);
    private static final String NAME = "writer";
    private static final long CLOSE_MILLIS = 4_500;

    private final Rules rules;
    private final KafkaSettings kafka;
    private final List<Target> targets;
    private final TopicsWait topics;
    private final WriterConfig config;

    /**
     * Neither opens nor connects anything before {@link #start}.
     *
     * @param rules define the tiers of every target; started and closed with the service
     * @throws io.weir.contract.service.StartException if a route leads to a place that its store
     *     does not have
     */
    public WriterService(WriterConfig config, Rules rules, KafkaSettings kafka, MeterRegistry meters) {
        this.config = config;
        this.rules = rules;
        this.kafka = kafka;
        this.targets = config.targets().stream()
                .map(target -> new Target(target, rules, kafka, meters))
                .toList();
        this.topics = new TopicsWait(NAME, kafka, this::startTargets);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        config.stores().unusable().forEach(reason -> LOG.warn("a plugin is left out: {}", reason));
        config.targets()
                .forEach(target -> LOG.info(
                        "start target={} store={} kafka={}",
                        target.name(),
                        target.store().text(),
                        kafka.bootstrap()));
        topics.start();
    }

    /**
     * Not ready while any target is not ready, because Kafka keeps its lines only for the retention
     * time.
     */
    @Override
    public Health health() {
        Health start = topics.health();
        if (!start.ready()) {
            return start;
        }
        List<Health> each = targets.stream().map(Target::health).toList();
        return each.stream()
                .filter(health -> !health.live())
                .findFirst()
                .or(() -> each.stream().filter(health -> !health.ready()).findFirst())
                .or(() -> each.stream()
                        .filter(health -> !health.equals(Health.running()))
                        .findFirst())
                .orElse(Health.running());
    }

    @Override
    public void close() {
        rules.close();
        topics.close();
        long deadlineNanos = System.nanoTime() + CLOSE_MILLIS * 1_000_000;
        targets.forEach(Target::end);
        targets.forEach(target -> target.join(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000)));
    }

    private void startTargets() {
        if (targets.stream().noneMatch(Target::hasTiers) || rules.start()) {
            targets.forEach(Target::start);
        }
    }
}
