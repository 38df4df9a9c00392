package io.weir.phoebus;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Every meter of the bridge to Phoebus. Thread-safe. */
final class PhoebusMeters {

    private final MeterSet meters;
    private final Counter written;
    private final Counter talks;
    private final Counter foreign;
    private final Counter unreadable;
    private final Counter sessions;
    private final AtomicInteger alarms = new AtomicInteger();

    PhoebusMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
        written = meters.counter(
                "weir.phoebus.written", "Configurations, states and deletions written for Phoebus clients");
        talks = meters.counter("weir.phoebus.talks", "Alarms sent to Phoebus' annunciator");
        foreign = meters.counter(
                "weir.phoebus.foreign", "Records that other programs wrote into the tree; the bridge corrects them");
        unreadable = meters.counter("weir.phoebus.unreadable", "Unreadable records of alarms.state");
        sessions = meters.counter(
                "weir.phoebus.sessions", "Complete reads of the topics, with a comparison of all alarms");
        meters.gauge("weir.phoebus.alarms", "Alarms shown to Phoebus clients", alarms);
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
        meters.with("outcome", kind.name().toLowerCase(Locale.ROOT))
                .counter("weir.phoebus.commands", "Commands of Phoebus clients, by outcome")
                .increment();
    }
}
