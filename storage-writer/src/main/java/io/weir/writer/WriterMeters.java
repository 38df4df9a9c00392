package io.weir.writer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** All meters of the storage writer. */
final class WriterMeters {
    private final MeterRegistry registry;
    private final Counter stored;
    private final Counter bodies;
    private final Counter retries;
    private final Counter rejectsLost;
    private final Timer writes;
    private final Timer latency;

    WriterMeters(MeterRegistry registry) {
        this.registry = registry;
        stored = Counter.builder("weir_writer_lines_stored")
                .description("Lines that the store has acknowledged")
                .register(registry);
        bodies = Counter.builder("weir_writer_bodies")
                .description("Bodies of merged batches that were settled")
                .register(registry);
        retries = Counter.builder("weir_writer_retries")
                .description("Writes repeated because the store was away")
                .register(registry);
        rejectsLost = Counter.builder("weir_writer_rejects_lost")
                .description("Refused lines that Kafka did not take either")
                .register(registry);
        writes = Timer.builder("weir_writer_write")
                .description("From sending a body to the store's answer, whatever it was")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
        latency = Timer.builder("weir.writer.latency")
                .description("From a record's timestamp to the store's acknowledgement, once per record of lines;"
                        + " the timestamp is when the gateway received the first of them, or what made a window close")
                .tag("from", "receipt")
                .publishPercentileHistogram()
                // Over the last minute, for who asks in this process; Prometheus makes its own of the histogram.
                .publishPercentiles(0.5, 0.99)
                .percentilePrecision(2)
                .distributionStatisticExpiry(Duration.ofMinutes(1))
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
        rejected(Delivery.STORE_REFUSED, 0);
        rejected(Delivery.TABLE_REFUSED, 0);
    }

    void delivered(int lines) {
        stored.increment(lines);
        bodies.increment();
    }

    void rejected(String code) {
        rejected(code, 1);
    }

    void retried() {
        retries.increment();
    }

    void rejectLost() {
        rejectsLost.increment();
    }

    void wrote(long nanos) {
        writes.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A record's lines are in the store, or refused by it; {@code ageMillis} is below 0 where clocks differ. */
    void reached(long ageMillis) {
        latency.record(Math.max(0, ageMillis), TimeUnit.MILLISECONDS);
    }

    private void rejected(String code, int lines) {
        Counter.builder("weir_writer_lines_rejected")
                .description("Lines kept in metrics.rejected because the store will never take them")
                .tag("reason", code)
                .register(registry)
                .increment(lines);
    }
}
