package io.weir.contract.service;

import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A counter for each rule, registered at its first event, so at most one per rule. Thread-safe. */
public final class RuleCounts {

    private final MeterSet meters;
    private final String name;
    private final String description;
    private final Map<String, Counter> byRule = new ConcurrentHashMap<>();

    /** Creates counters with this name. */
    public RuleCounts(MeterSet meters, String name, String description) {
        this.meters = meters;
        this.name = name;
        this.description = description;
    }

    /** Counts an event of this rule. */
    public void increment(String rule) {
        add(rule, 1);
    }

    /** Counts events of this rule. */
    public void add(String rule, long count) {
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
