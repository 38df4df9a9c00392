package io.weir.processing.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A counter for each rule, registered at its first event, so at most one per rule. Thread-safe. */
final class RuleCounts {

    private final MeterRegistry registry;
    private final String name;
    private final String description;
    private final Tags tags;
    private final Map<String, Counter> byRule = new ConcurrentHashMap<>();

    RuleCounts(MeterRegistry registry, String name, String description) {
        this(registry, name, description, Tags.empty());
    }

    /** @param tags further tags of all counters */
    RuleCounts(MeterRegistry registry, String name, String description, Tags tags) {
        this.registry = registry;
        this.name = name;
        this.description = description;
        this.tags = tags;
    }

    void increment(String rule) {
        add(rule, 1);
    }

    void add(String rule, long count) {
        Counter counter = byRule.get(rule);
        if (counter == null) {
            counter = byRule.computeIfAbsent(rule, this::register);
        }
        counter.increment((double) count);
    }

    private Counter register(String rule) {
        return Counter.builder(name)
                .description(description)
                .tags(tags)
                .tag("rule", rule)
                .register(registry);
    }
}
