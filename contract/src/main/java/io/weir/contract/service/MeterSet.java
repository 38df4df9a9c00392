package io.weir.contract.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * Registers meters with the same tags. A meter that is already registered under its name and tags
 * is used again. Thread-safe.
 *
 * <p>A meter reads its object in any thread. A gauge keeps its object alive; a counter does not, so
 * the caller must keep the object.
 */
public final class MeterSet {
    private final MeterRegistry registry;
    private final Tags tags;

    /** Creates a set without tags. */
    public MeterSet(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    private MeterSet(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** Returns a set with the tags of this one and a further tag. */
    public MeterSet with(String key, String value) {
        return new MeterSet(registry, tags.and(key, value));
    }

    /** Returns a counter for the caller to increment. */
    public Counter counter(String name, String description) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /** Registers a counter that reads a growing number, such as a {@code LongAdder}. */
    public void counter(String name, String description, Number count) {
        counter(name, description, count, Number::doubleValue);
    }

    /** Registers a counter that reads a growing number from an object. */
    public <T> void counter(String name, String description, T of, ToDoubleFunction<T> count) {
        FunctionCounter.builder(name, of, count)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** Registers a gauge that reads a number, such as an {@code AtomicLong}. */
    public void gauge(String name, String description, Number value) {
        gauge(name, description, value, Number::doubleValue);
    }

    /** Registers a gauge that reads a number from an object. */
    public <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder(name, of, value)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
