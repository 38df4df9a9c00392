package io.weir.standalone.probe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;

/** All meters of a probe. */
final class ProbeMeters {
    private final MeterSet meters;
    private final Counter lines;
    private final Counter datagrams;
    private final Counter lost;

    ProbeMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
        lines = meters.counter("weir.probe.lines", "Lines sent");
        datagrams = meters.counter("weir.probe.datagrams", "Datagrams sent");
        lost = meters.counter(
                "weir.probe.lost", "Lines that the system refused to send, for example because no gateway listens");
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
        return meters.with("collector", collector)
                .counter("weir.probe.failures", "Failed reads of values of the host, by subject");
    }
}
