package io.weir.standalone.probe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** All meters of a probe. */
final class ProbeMeters {
    private final MeterRegistry registry;
    private final Counter lines;
    private final Counter datagrams;
    private final Counter lost;

    ProbeMeters(MeterRegistry registry) {
        this.registry = registry;
        lines = counter("lines", "Lines sent");
        datagrams = counter("datagrams", "Datagrams sent");
        lost = counter("lost", "Lines that the system refused to send, for example because no gateway listens");
    }

    void sent(int count) {
        datagrams.increment();
        lines.increment(count);
    }

    void lost(int count) {
        lost.increment(count);
    }

    void failed(String collector) {
        failures(collector).increment();
    }

    /**
     * The failures of one subject; registered at the start, so that the meter exists before a
     * failure.
     */
    Counter failures(String collector) {
        return Counter.builder("weir.probe.failures")
                .tag("collector", collector)
                .description("Failed reads of values of the host, by subject")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder("weir.probe." + name).description(description).register(registry);
    }
}
