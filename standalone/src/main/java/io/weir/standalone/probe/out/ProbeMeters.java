package io.weir.standalone.probe.out;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;

/** All meters of a probe. */
public final class ProbeMeters implements DeliveryCounts {
    private final MeterSet meters;
    private final Counter lines;
    private final Counter datagrams;
    private final Counter lost;
    private final Counter late;

    public ProbeMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
        lines = meters.counter("weir.probe.lines", "Lines sent");
        datagrams = meters.counter("weir.probe.datagrams", "Datagrams sent");
        late = meters.counter("weir.probe.late.files", "Reads of files of devices that exceeded their time limit");
        lost = meters.counter(
                "weir.probe.lost", "Lines that could not be sent: the receiver was away for too long, or refused them");
    }

    /** A file of the kernel did not answer in time. */
    public void late() {
        late.increment();
    }

    void datagram() {
        datagrams.increment();
    }

    @Override
    public void sent(int count) {
        lines.increment(count);
    }

    @Override
    public void lost(long count) {
        lost.increment((double) count);
    }

    /** Shows what waits in an output. */
    public void waiting(QueuedOutput output) {
        meters.gauge(
                "weir.probe.waiting.bytes",
                "Compressed lines that wait for the receiver of influx or otlp",
                output,
                waits -> (double) waits.waitingBytes());
    }

    public void failed(String collector) {
        failures(collector).increment();
    }

    /**
     * The failures of one subject; registered at the start, so that the meter exists before a
     * failure.
     */
    public Counter failures(String collector) {
        return meters.with("collector", collector)
                .counter("weir.probe.failures", "Failed reads of values of the host, by subject");
    }
}
