package io.weir.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.publish.SpoolFigures;
import java.util.concurrent.atomic.LongAdder;

/**
 * All meters of a gateway, by input. They read the counts when they are scraped, so they cost
 * nothing per line.
 */
final class GatewayMeters {
    private final MeterSet meters;

    GatewayMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
    }

    void bind(PublishQueue queue, InputLimits limits) {
        meters.counter(
                "weir.gateway.series.budgets.near",
                "Budgets of new series, of a source or a measurement, that reached 80 % within an hour",
                limits,
                InputLimits::nearlyUsedUp);
        meters.gauge(
                "weir.gateway.queue.bytes", "Bytes that wait in memory for Kafka", queue, PublishQueue::waitingBytes);
    }

    void bind(PartialMemory partials) {
        meters.gauge(
                "weir.gateway.aggregates.bytes",
                "Memory for values that are being aggregated",
                partials,
                PartialMemory::used);
    }

    void bind(SpoolFigures spool) {
        meters.gauge("weir.gateway.spool.bytes", "Bytes that wait on disk for Kafka", spool, of -> of.state()
                .waitingBytes());
        meters.gauge("weir.gateway.spool.room.bytes", "Bytes by which the spool may grow", spool, of -> of.state()
                .roomBytes());
        meters.gauge(
                "weir.gateway.spool.age.seconds",
                "Age of the oldest line that Kafka has not acknowledged",
                spool,
                of -> of.state().ageSeconds(System.currentTimeMillis()));
        meters.gauge(
                "weir.gateway.failing.partitions",
                "Partitions, including the topic of rejected lines, that Kafka refuses or does not acknowledge",
                spool,
                SpoolFigures::failing);
        meters.counter(
                "weir.gateway.spool.damaged.ranges",
                "Damaged ranges of the spool that were skipped",
                spool,
                of -> of.damage().ranges.sum());
        meters.counter(
                "weir.gateway.spool.damaged.batches",
                "Batches, at least, that were lost in damaged ranges of the spool",
                spool,
                of -> of.damage().frames.sum());
        meters.counter(
                "weir.gateway.spool.damaged.bytes",
                "Bytes of the spool that were skipped as damaged",
                spool,
                of -> of.damage().bytes.sum());
        meters.counter("weir.gateway.spool.failures", "Failures of the spool's disk", spool.failures);
    }

    void bind(ReceiveClock clock) {
        meters.gauge(
                "weir.gateway.clock.ahead.seconds",
                "How far the machine's clock is ahead of Kafka's",
                clock,
                ReceiveClock::aheadSeconds);
    }

    void bindState(LongAdder unusable) {
        meters.counter(
                "weir.gateway.state.unusable", "Invalid records of control.state; the log gives the reason", unusable);
    }

    /** Registers the meters of an input, open or only present in the spool. */
    void bind(InputCounts counts) {
        MeterSet of = of(counts);
        of.counter("weir.gateway.datagrams", "Datagrams received", counts.datagrams);
        of.counter("weir.gateway.datagrams.empty", "Datagrams without content", counts.emptyDatagrams);
        of.counter("weir.gateway.bytes", "Bytes received", counts.bytes);
        of.counter("weir.gateway.lines", "Lines received: each is rejected, dropped, aggregated or sent", counts.lines);
        of.counter("weir.gateway.aggregated", "Lines of which the gateway aggregated every field", counts.aggregated);
        of.counter(
                "weir.gateway.aggregates",
                "Lines that the gateway made of aggregated fields: each is dropped or sent",
                counts.aggregates);
        of.counter(
                "weir.gateway.aggregates.early",
                "Lines of aggregated fields that were sent early because aggregate-bytes was used up",
                counts.early);
        of.counter(
                "weir.gateway.sent",
                "Lines given to the Kafka producer: each is acknowledged, oversized, lost or in flight",
                counts.sent);
        of.counter("weir.gateway.acknowledged", "Lines acknowledged by the broker", counts.acknowledged);
        of.counter(
                "weir.gateway.rejected.unpublished",
                "Rejected lines that exceeded the rate for metrics.rejected and were not written there",
                counts.unpublishedRejects);
        byReason(
                "weir.gateway.connections.rejected",
                "Connections and requests rejected as a whole, by reason; their senders were notified",
                counts.rejectedConnections,
                of);
        byReason("weir.gateway.rejected", "Lines rejected, by reason", counts.rejected, of);
        byReason("weir.gateway.warnings", "Irregularities that cost no line, by reason", counts.warnings, of);
        byReason(
                "weir.gateway.dropped",
                "Lines dropped by a limit of their sender, or before they were sent, by reason",
                counts.dropped,
                of);
        of.counter(
                "weir.gateway.oversized",
                "Lines sent that are too large for their topic in Kafka; they are written to metrics.rejected",
                counts.tooLarge);
        byReason("weir.gateway.lost", "Lines sent and never acknowledged, by reason", counts.lost, of);
        of.counter("weir.gateway.spooled", "Lines written to the spool", counts.spooled);
        of.counter("weir.gateway.recovered", "Lines that an earlier process left in the spool", counts.recovered);
    }

    void bind(OpenInput open) {
        InputCounts counts = open.counts();
        bind(counts);
        MeterSet of = of(counts);
        for (int i = 0; i < open.input().kernelDropsBySocket().size(); i++) {
            kernelDrops(of, i, open.input());
        }
        of.gauge(
                "weir.gateway.sequence.lost",
                "Numbers missing in the sequences of senders; decreases when late ones arrive",
                counts.missing);
        of.gauge(
                "weir.gateway.known.series",
                "Series in the cache, whose tags need not be read",
                open,
                OpenInput::knownSeries);
        of.gauge(
                "weir.gateway.receive.buffer.bytes",
                "The kernel's receive buffer of each socket",
                open.input(),
                Input::receiveBufferBytes);
    }

    private MeterSet of(InputCounts counts) {
        return meters.with("input", counts.input());
    }

    private static void kernelDrops(MeterSet of, int socket, Input input) {
        of.with("socket", Integer.toString(socket))
                .counter(
                        "weir.gateway.kernel.drops",
                        "Datagrams that the kernel dropped because a receive buffer was full",
                        input,
                        opened -> opened.kernelDropsBySocket().get(socket).getAsLong());
    }

    private static void byReason(String name, String description, ReasonCounts counts, MeterSet of) {
        counts.onReason(
                reason -> of.with("reason", reason).counter(name, description, counts, counted -> counted.of(reason)));
    }
}
