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

    void bind(PublishQueue handOff, InputLimits limits) {
        FunctionCounter.builder("weir.gateway.series.budgets.near", limits, InputLimits::nearlyUsedUp)
                .description("Budgets of new series, of a source or a measurement, that came to 80 % within an hour")
                .register(registry);
        Gauge.builder("weir.gateway.handoff.bytes", handOff, PublishQueue::waitingBytes)
                .description("Bytes that wait in memory for Kafka")
                .register(registry);
    }

    void bind(SpoolFigures spool) {
        gauge("spool.bytes", "Bytes that wait on disk for Kafka", spool, of -> of.state()
                .waitingBytes());
        gauge("spool.room.bytes", "Bytes by which the spool may grow", spool, of -> of.state()
                .roomBytes());
        gauge(
                "spool.age.seconds",
                "How long ago the oldest was received that Kafka has not acknowledged",
                spool,
                of -> of.state().ageSeconds(System.currentTimeMillis()));
        gauge(
                "troubled.partitions",
                "Partitions, and the topic of the rejected, that Kafka refuses or does not acknowledge",
                spool,
                SpoolFigures::troubled);
        counter("spool.cut", "Places of the spool that were torn or spoiled and left out", spool, of -> of.cut().times);
        counter("spool.cut.frames", "Batches, at least, that were left out so", spool, of -> of.cut().frames);
        counter("spool.cut.bytes", "Bytes of the spool that were left out so", spool, of -> of.cut().bytes);
        counter("spool.failures", "Times that the disk of the spool failed", spool, of -> of.failures);
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
                .description("Records of control.state that do not count; the log says why")
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
        counter(input, "datagrams.empty", "Datagrams without a byte in them", counts.emptyDatagrams);
        counter(input, "bytes", "Bytes received", counts.bytes);
        counter(input, "lines", "Lines received: each is rejected, dropped or sent", counts.lines);
        counter(
                input,
                "sent",
                "Lines given to the Kafka producer: each is acknowledged, too large, lost or in flight",
                counts.sent);
        counter(input, "acknowledged", "Lines acknowledged by the broker", counts.acknowledged);
        counter(
                input,
                "rejected.unpublished",
                "Rejected lines that were too many for the topic of the rejected",
                counts.unpublishedRejects);
        byReason(
                input,
                "turned.away",
                "Connections and requests turned away as a whole, by reason; their senders were told",
                counts.turnedAway);
        byReason(input, "rejected", "Lines refused, by reason", counts.rejected);
        byReason(input, "oddities", "What was odd and cost no line, by reason", counts.oddities);
        byReason(input, "dropped", "Lines kept out, or dropped before they were sent, by reason", counts.dropped);
        counter(
                input,
                "too.large",
                "Lines sent that are too large for their topic in Kafka; they are among the rejected",
                counts.tooLarge);
        byReason(input, "lost", "Lines sent and never acknowledged, by reason", counts.lost);
        counter(input, "spooled", "Lines written to the spool", counts.spooled);
        counter(input, "recovered", "Lines that an earlier process had left in the spool", counts.recovered);
    }

    void bind(OpenInput open) {
        InputCounts counts = open.counts();
        String input = counts.input();
        bind(counts);
        for (int i = 0; i < open.door().kernelDropsBySocket().size(); i++) {
            kernelDrops(input, i, open.door());
        }
        Gauge.builder("weir.gateway.sequence.lost", counts.missing, LongAdder::sum)
                .tag("input", input)
                .description("Numbers missing in the sequences of senders; falls when late ones come")
                .register(registry);
        gauge(input, "known.series", "Series recognised without reading their tags", open, OpenInput::knownSeries);
        gauge(
                input,
                "receive.buffer.bytes",
                "The kernel's receive buffer of each socket",
                open.door(),
                Input::receiveBufferBytes);
    }

    private void kernelDrops(String input, int socket, Input door) {
        FunctionCounter.builder("weir.gateway.kernel.drops", door, of -> of.kernelDropsBySocket()
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
