package io.weir.relay.sink;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import java.util.function.LongSupplier;

/** The meters of one sink. Thread-safe. */
public final class RelayMeters {
    private final MeterSet meters;
    private final Counter sent;
    private final Counter unroutable;
    private final Counter failed;

    /** Registers the meters. */
    public RelayMeters(MeterRegistry registry, String sink) {
        meters = new MeterSet(registry).with("sink", sink);
        sent = meters.counter(
                "weir.relay.sent", "Messages that the sink acknowledged, including unroutable ones and repetitions");
        unroutable = meters.counter(
                "weir.relay.unroutable", "Messages that RabbitMQ returned because no queue is bound to their key");
        failed = meters.counter("weir.relay.failed", "Deliveries that the sink did not acknowledge; they are repeated");
    }

    /** Counts acknowledged messages. */
    public void sent(int count) {
        sent.increment(count);
    }

    /** Counts a message without a consumer. */
    public void unroutable() {
        unroutable.increment();
    }

    /** Counts a failed delivery. */
    public void failed() {
        failed.increment();
    }

    /**
     * Counts a line, alarm or message that is not relayed.
     *
     * @param reason one of a small set of words
     */
    public void rejected(String reason) {
        meters.with("reason", reason)
                .counter("weir.relay.rejected", "Lines and alarms that are not relayed, by reason")
                .increment();
    }

    /**
     * Registers the lag.
     *
     * @param count supplies the number of records that are not relayed yet; called from any thread
     */
    public void lag(LongSupplier count) {
        meters.gauge("weir.relay.lag", "Records that are not relayed to the sink yet", count, LongSupplier::getAsLong);
    }
}
