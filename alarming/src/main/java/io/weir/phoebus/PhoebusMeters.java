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
    private final Counter undone;
    private final Counter unreadable;
    private final Counter sessions;
    private final AtomicInteger alarms = new AtomicInteger();

    PhoebusMeters(MeterRegistry registry) {
        this.registry = registry;
        written = counter("weir.phoebus.written", "Configurations, states and deletions written for Phoebus clients");
        talks = counter("weir.phoebus.talks", "Alarms given to Phoebus' annunciator");
        undone = counter("weir.phoebus.foreign", "Records that others wrote into the tree; it is put right again");
        unreadable = counter("weir.phoebus.unreadable", "Records of alarms.state that could not be read");
        sessions = counter("weir.phoebus.sessions", "Times that all was read from the beginning and compared");
        Gauge.builder("weir.phoebus.alarms", alarms, AtomicInteger::get)
                .description("Alarms that Phoebus clients are shown")
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
        undone.increment();
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
                .description("Commands of Phoebus clients, by what was made of them")
                .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }
}
