package io.weir.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.gateway.intake.GatewayCounts;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.ReasonCounts;
import io.weir.gateway.udp.UdpReceiver;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** All meters of a gateway. They read the counts when they are asked, so a line costs them nothing. */
final class GatewayMeters {
    private final MeterRegistry registry;

    GatewayMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void bind(GatewayCounts counts, HandOff handOff, UdpReceiver receiver) {
        counter("datagrams", "Datagrams received", counts.datagrams);
        counter("datagrams.empty", "Datagrams without a byte in them", counts.emptyDatagrams);
        counter("bytes", "Bytes received", counts.bytes);
        counter("lines", "Lines received: each is rejected, dropped or sent", counts.lines);
        counter("sent", "Lines given to the Kafka producer: each is acknowledged, lost or in flight", counts.sent);
        counter("acknowledged", "Lines acknowledged by the broker", counts.acknowledged);
        counter(
                "rejected.unpublished",
                "Rejected lines that were too many for the topic of the rejected",
                counts.unpublishedRejects);
        byReason("rejected", "Lines refused, by reason", counts.rejected);
        byReason("dropped", "Lines accepted and dropped before they were sent, by reason", counts.dropped);
        byReason("lost", "Lines sent and never acknowledged, by reason", counts.lost);
        FunctionCounter.builder("weir.gateway.kernel.drops", receiver, UdpReceiver::kernelDrops)
                .description("Datagrams that the kernel dropped because a receive buffer was full")
                .register(registry);
        gauge("known.series", "Series recognised without reading their tags", receiver, UdpReceiver::knownSeries);
        gauge(
                "receive.buffer.bytes",
                "The kernel's receive buffer of each socket",
                receiver,
                UdpReceiver::receiveBufferBytes);
        gauge("handoff.bytes", "Bytes that wait for Kafka", handOff, HandOff::waitingBytes);
    }

    private void counter(String name, String description, LongAdder count) {
        FunctionCounter.builder("weir.gateway." + name, count, LongAdder::sum)
                .description(description)
                .register(registry);
    }

    private void byReason(String name, String description, ReasonCounts counts) {
        counts.onReason(reason -> FunctionCounter.builder("weir.gateway." + name, counts, counted -> counted.of(reason))
                .tag("reason", reason)
                .description(description)
                .register(registry));
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder("weir.gateway." + name, of, value)
                .description(description)
                .register(registry);
    }
}
