package io.weir.phoebus;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Every meter of the bridge to Phoebus. Thread-safe. */
final class PhoebusMeters {

    private final MeterRegistry registry;
    private final Counter written;
    private final Counter talks;
    private final Counter foreign;
    private final Counter unreadable;
    private final Counter sessions;
    private final AtomicInteger alarms = new AtomicInteger();

    PhoebusMeters(MeterRegistry registry) {
        this.registry = registry;
        written = counter("weir.phoebus.written", "Configurations, states and deletions written for Phoebus clients");
        talks = counter("weir.phoebus.talks", "Alarms sent to Phoebus' annunciator");
        foreign = counter(
                "weir.phoebus.foreign", "Records that other programs wrote into the tree; the bridge corrects them");
        unreadable = counter("weir.phoebus.unreadable", "Unreadable records of alarms.state");
        sessions = counter("weir.phoebus.sessions", "Complete reads of the topics, with a comparison of all alarms");
        Gauge.builder("weir.phoebus.alarms", alarms, AtomicInteger::get)
                .description("Alarms shown to Phoebus clients")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    void written() {
        written.increment();
    }

    void talked() {
        talks.increment();
    }

    void foreign() {
        foreign.increment();
    }

    void unreadable() {
        unreadable.increment();
    }

    void session() {
        sessions.increment();
    }

    void alarms(int count) {
        alarms.set(count);
    }

    void request(Request.Kind kind) {
        Counter.builder("weir.phoebus.commands")
                .description("Commands of Phoebus clients, by outcome")
                .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }
}
