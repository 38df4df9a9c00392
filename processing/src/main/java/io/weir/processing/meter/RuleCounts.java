package io.weir.processing.meter;

import io.micrometer.core.instrument.Counter;
import io.weir.contract.service.MeterSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A counter for each rule, registered at its first event, so at most one per rule. Thread-safe. */
final class RuleCounts {

    private final MeterSet meters;
    private final String name;
    private final String description;
    private final Map<String, Counter> byRule = new ConcurrentHashMap<>();

    RuleCounts(MeterSet meters, String name, String description) {
        this.meters = meters;
        this.name = name;
        this.description = description;
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
        return meters.with("rule", rule).counter(name, description);
    }
}
