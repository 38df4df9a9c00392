package io.weir.writer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.contract.service.MeterSet;
import io.weir.writer.store.failover.AddressPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** All meters of the storage writer. */
final class WriterMeters {
    private static final String TARGET = "target";

    private final MeterSet meters;
    private final Counter stored;
    private final Counter batches;
    private final Counter skipped;
    private final Counter refusedValues;
    private final Counter retries;
    private final Counter rejectsLost;
    private final Timer writes;
    private final Timer latency;
    private final Timer eventLatency;

    /**
     * Registers the meters.
     *
     * @param target the target whose store they describe
     */
    WriterMeters(MeterRegistry registry, String target) {
        meters = new MeterSet(registry).with(TARGET, target);
        stored = meters.counter("weir.writer.lines.stored", "Lines that the store acknowledged");
        batches = meters.counter("weir.writer.batches", "Batches whose lines are all stored or rejected");
        skipped = meters.counter(
                "weir.writer.fields.skipped", "Fields left out of stored lines, because the store has no such type");
        refusedValues = meters.counter(
                "weir.writer.values.refused",
                "Values that the store refused without naming them, of lines that count as stored");
        retries = meters.counter("weir.writer.retries", "Writes repeated because the store was unavailable");
        rejectsLost = meters.counter("weir.writer.rejects.lost", "Rejected lines that Kafka did not accept either");
        writes = Timer.builder("weir.writer.write")
                .description("Time from sending a batch to the store's answer, positive or negative")
                .tag(TARGET, target)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
        latency = latency(registry, target, "receipt");
        eventLatency = latency(registry, target, "event");
        rejected(BatchDelivery.STORE_REFUSED, 0);
        rejected(BatchDelivery.TABLE_REFUSED, 0);
    }

    void delivered(int lines) {
        stored.increment(lines);
        batches.increment();
    }

    /** Counts fields that the store does not have. */
    void skipped(int fields) {
        skipped.increment(fields);
    }

    /** The number of fields that the store does not have. */
    long skipped() {
        return (long) skipped.count();
    }

    /** Counts values that the store refused without naming them. */
    void refusedValues(long values) {
        refusedValues.increment((double) values);
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

    /**
     * Records the age of a record whose lines are stored or rejected; {@code ageMillis} is negative
     * if clocks differ.
     */
    void reached(long ageMillis) {
        latency.record(Math.max(0, ageMillis), TimeUnit.MILLISECONDS);
    }

    /** The same, by the timestamp of a record's last line. */
    void reachedSinceEvent(long ageMillis) {
        eventLatency.record(Math.max(0, ageMillis), TimeUnit.MILLISECONDS);
    }

    /** Shows whether one of several addresses is in service. */
    void address(String http, AddressPool addresses) {
        meters.with("address", http)
                .gauge(
                        "weir.writer.address.left.out",
                        "1 while this address of the store is left out because it failed, else 0",
                        addresses,
                        pool -> pool.isLeftOut(http) ? 1 : 0);
    }

    /** Counts records that Kafka deleted before they were read. */
    void expired(String topic, long records) {
        meters.with("topic", topic)
                .counter(
                        "weir.writer.records.expired",
                        "Records that Kafka's retention deleted before the store accepted them")
                .increment((double) records);
    }

    private static Timer latency(MeterRegistry registry, String target, String from) {
        return Timer.builder("weir.writer.latency")
                .description(
                        "Time until the store's acknowledgement, once per record of lines: since the gateway received"
                                + " the record's first line or the line that closed its window (receipt), or since"
                                + " the timestamp of the record's last line (event)")
                .tag(TARGET, target)
                .tag("from", from)
                .publishPercentileHistogram()
                // Over the last minute, for readers in this process; Prometheus computes its own
                // from the histogram.
                .publishPercentiles(0.5, 0.99)
                .percentilePrecision(2)
                .distributionStatisticExpiry(Duration.ofMinutes(1))
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
    }

    private void rejected(String code, int lines) {
        meters.with("reason", code)
                .counter(
                        "weir.writer.lines.rejected",
                        "Lines that the writer or the store refused; metrics.rejected keeps them")
                .increment(lines);
    }
}
