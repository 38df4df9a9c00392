package io.weir.processing.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Every meter of processing. Stages add to plain adders once per batch, never per metric, but for the rare ones. Shared by
 * all tasks; thread-safe.
 */
public final class ProcessingMeters {

    private final MeterRegistry registry;
    private final LongAdder metrics = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final LongAdder suppressed = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong series = new AtomicLong();

    /** Registers the meters. */
    public ProcessingMeters(MeterRegistry registry) {
        this.registry = registry;
        counter("weir.processing.metrics", metrics, "Lines read from metrics.raw");
        counter("weir.processing.windows", windows, "Windows closed and emitted");
        counter("weir.processing.late", late, "Values left out of aggregation because their window was closed");
        counter(
                "weir.processing.not.numeric",
                notNumeric,
                "Values left out of aggregation because they are text or boolean");
        counter(
                "weir.processing.suppressed",
                suppressed,
                "Fields left out of storage because they repeat the last value");
        counter("weir.processing.storage.lines", stored, "Lines written to metrics.storage");
        counter("weir.processing.rules.switches", switches, "Times that a partition went over to other rules");
        counter(
                "weir.processing.rules.windows.dropped",
                dropped,
                "Open windows given up because their rule was removed or changed");
        Gauge.builder("weir.processing.series", series, AtomicLong::get)
                .description("Series known to the tasks of this instance")
                .register(registry);
    }

    private void counter(String name, LongAdder adder, String description) {
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .register(registry);
    }

    /** Lines were read from a record. */
    public void metrics(long count) {
        metrics.add(count);
    }

    /** Windows were closed. */
    public void windows(long count) {
        windows.add(count);
    }

    /** A value came after its window had closed. */
    public void late() {
        late.increment();
    }

    /** A text or boolean was to be aggregated. */
    public void notNumeric() {
        notNumeric.increment();
    }

    /** Fields were left out of storage. */
    public void suppressed(long count) {
        suppressed.add(count);
    }

    /** Lines were written to storage. */
    public void stored(long count) {
        stored.add(count);
    }

    /** A partition went over to other rules, which cost so many open windows. */
    public void switched(long windowsDropped) {
        switches.increment();
        dropped.add(windowsDropped);
    }

    /** Tasks learned of or forgot series. */
    public void series(long change) {
        series.addAndGet(change);
    }

    /** A line was refused. */
    public void refused(String reason) {
        Counter.builder("weir.processing.rejected")
                .description("Lines of metrics.raw that were refused, by reason")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }
}
