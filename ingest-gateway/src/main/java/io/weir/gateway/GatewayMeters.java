package io.weir.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.PublishQueue;
import io.weir.gateway.intake.ReasonCounts;
import io.weir.gateway.intake.ReceiveClock;
import io.weir.gateway.publish.SpoolFigures;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * All meters of a gateway, by input. They read the counts when they are scraped, so they cost
 * nothing per line.
 */
final class GatewayMeters {
    private final MeterRegistry registry;

    GatewayMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void bind(PublishQueue queue, InputLimits limits) {
        FunctionCounter.builder("weir.gateway.series.budgets.near", limits, InputLimits::nearlyUsedUp)
                .description("Budgets of new series, of a source or a measurement, that reached 80 % within an hour")
                .register(registry);
        Gauge.builder("weir.gateway.queue.bytes", queue, PublishQueue::waitingBytes)
                .description("Bytes that wait in memory for Kafka")
                .register(registry);
    }

    void bind(SpoolFigures spool) {
        gauge("spool.bytes", "Bytes that wait on disk for Kafka", spool, of -> of.state()
                .waitingBytes());
        gauge("spool.room.bytes", "Bytes by which the spool may grow", spool, of -> of.state()
                .roomBytes());
        gauge("spool.age.seconds", "Age of the oldest line that Kafka has not acknowledged", spool, of -> of.state()
                .ageSeconds(System.currentTimeMillis()));
        gauge(
                "failing.partitions",
                "Partitions, including the topic of rejected lines, that Kafka refuses or does not acknowledge",
                spool,
                SpoolFigures::failing);
        counter("spool.damaged.ranges", "Damaged ranges of the spool that were skipped", spool, of -> of.damage()
                .ranges);
        counter(
                "spool.damaged.batches",
                "Batches, at least, that were lost in damaged ranges of the spool",
                spool,
                of -> of.damage().frames);
        counter("spool.damaged.bytes", "Bytes of the spool that were skipped as damaged", spool, of -> of.damage()
                .bytes);
        counter("spool.failures", "Failures of the spool's disk", spool, of -> of.failures);
    }

    void bind(ReceiveClock clock) {
        gauge(
                "clock.ahead.seconds",
                "How far the machine's clock is ahead of Kafka's",
                clock,
                ReceiveClock::aheadSeconds);
    }

    void bindState(LongAdder unusable) {
        FunctionCounter.builder("weir.gateway.state.unusable", unusable, LongAdder::sum)
                .description("Invalid records of control.state; the log gives the reason")
                .register(registry);
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder("weir.gateway." + name, of, value)
                .description(description)
                .register(registry);
    }

    private void counter(String name, String description, SpoolFigures spool, Function<SpoolFigures, LongAdder> count) {
        FunctionCounter.builder(
                        "weir.gateway." + name, spool, of -> count.apply(of).sum())
                .description(description)
                .register(registry);
    }

    /** Registers the meters of an input, open or only present in the spool. */
    void bind(InputCounts counts) {
        String input = counts.input();
        counter(input, "datagrams", "Datagrams received", counts.datagrams);
        counter(input, "datagrams.empty", "Datagrams without content", counts.emptyDatagrams);
        counter(input, "bytes", "Bytes received", counts.bytes);
        counter(input, "lines", "Lines received: each is rejected, dropped or sent", counts.lines);
        counter(
                input,
                "sent",
                "Lines given to the Kafka producer: each is acknowledged, oversized, lost or in flight",
                counts.sent);
        counter(input, "acknowledged", "Lines acknowledged by the broker", counts.acknowledged);
        counter(
                input,
                "rejected.unpublished",
                "Rejected lines that exceeded the rate for metrics.rejected and were not written there",
                counts.unpublishedRejects);
        byReason(
                input,
                "connections.rejected",
                "Connections and requests rejected as a whole, by reason; their senders were notified",
                counts.rejectedConnections);
        byReason(input, "rejected", "Lines rejected, by reason", counts.rejected);
        byReason(input, "warnings", "Irregularities that cost no line, by reason", counts.warnings);
        byReason(
                input,
                "dropped",
                "Lines dropped by a limit of their sender, or before they were sent, by reason",
                counts.dropped);
        counter(
                input,
                "oversized",
                "Lines sent that are too large for their topic in Kafka; they are written to metrics.rejected",
                counts.tooLarge);
        byReason(input, "lost", "Lines sent and never acknowledged, by reason", counts.lost);
        counter(input, "spooled", "Lines written to the spool", counts.spooled);
        counter(input, "recovered", "Lines that an earlier process left in the spool", counts.recovered);
    }

    void bind(OpenInput open) {
        InputCounts counts = open.counts();
        String input = counts.input();
        bind(counts);
        for (int i = 0; i < open.input().kernelDropsBySocket().size(); i++) {
            kernelDrops(input, i, open.input());
        }
        Gauge.builder("weir.gateway.sequence.lost", counts.missing, LongAdder::sum)
                .tag("input", input)
                .description("Numbers missing in the sequences of senders; decreases when late ones arrive")
                .register(registry);
        gauge(input, "known.series", "Series in the cache, whose tags need not be read", open, OpenInput::knownSeries);
        gauge(
                input,
                "receive.buffer.bytes",
                "The kernel's receive buffer of each socket",
                open.input(),
                Input::receiveBufferBytes);
    }

    private void kernelDrops(String input, int socket, Input of) {
        FunctionCounter.builder("weir.gateway.kernel.drops", of, opened -> opened.kernelDropsBySocket()
                        .get(socket)
                        .getAsLong())
                .tag("input", input)
                .tag("socket", Integer.toString(socket))
                .description("Datagrams that the kernel dropped because a receive buffer was full")
                .register(registry);
    }

    private void counter(String input, String name, String description, LongAdder count) {
        FunctionCounter.builder("weir.gateway." + name, count, LongAdder::sum)
                .tag("input", input)
                .description(description)
                .register(registry);
    }

    private void byReason(String input, String name, String description, ReasonCounts counts) {
        counts.onReason(reason -> FunctionCounter.builder("weir.gateway." + name, counts, counted -> counted.of(reason))
                .tag("input", input)
                .tag("reason", reason)
                .description(description)
                .register(registry));
    }

    private <T> void gauge(String input, String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder("weir.gateway." + name, of, value)
                .tag("input", input)
                .description(description)
                .register(registry);
    }
}
