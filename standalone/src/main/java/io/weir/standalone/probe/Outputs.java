package io.weir.standalone.probe;

import io.weir.contract.service.MetersServer;
import io.weir.contract.service.PortMistake;
import io.weir.contract.service.Service;
import io.weir.contract.service.WantedPort;
import io.weir.standalone.probe.out.Destination;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.LatestValues;
import io.weir.standalone.probe.out.Output;
import io.weir.standalone.probe.out.OutputConfig;
import io.weir.standalone.probe.out.PageOutput;
import io.weir.standalone.probe.out.ProbeMeters;
import io.weir.standalone.probe.out.QueuedOutput;
import io.weir.standalone.probe.out.UdpOutput;
import io.weir.standalone.probe.out.UdpSender;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Opens the output that the settings of a probe describe. */
final class Outputs {
    private static final PortMistake MISTAKE = new PortMistake(
            "tcp", "the probe's page", "listen (--listen, WEIR_PROBE_LISTEN)", "listen (--listen, WEIR_PROBE_LISTEN)");

    /** The kernel's files are read at least every ten seconds. */
    private static final Duration LEAST_SHOWN = Duration.ofSeconds(30);
    /** Tools run every minute, and may take half of it. */
    private static final Duration LEAST_SHOWN_OF_TOOLS = Duration.ofSeconds(150);

    private static final int ROUNDS_SHOWN = 3;

    /** Far above what a host has: its page would have some 10 MB. */
    private static final int MOST_SERIES = 50_000;

    private Outputs() {}

    /**
     * Opens the output. Only a page for Prometheus needs a port.
     *
     * @param standard the gateway of the same process
     * @throws io.weir.contract.service.StartException if the settings contradict each other, or the
     *     port is taken
     */
    static Output open(ProbeConfig config, Supplier<HostAndPort> standard, ProbeMeters meters, Service probe) {
        OutputConfig output = config.output();
        return switch (output.format()) {
            case UDP -> new UdpOutput(new UdpSender(output.gateway().orElseGet(standard)), meters);
            case INFLUX -> counted(lines(output, meters), meters);
            case OTLP ->
                counted(QueuedOutput.otlp(output.collector(), output.token(), output.bufferBytes(), meters), meters);
            case PROMETHEUS -> page(config, meters, probe);
        };
    }

    private static QueuedOutput lines(OutputConfig output, ProbeMeters meters) {
        Destination to = output.writes();
        return to instanceof Destination.Http http
                ? QueuedOutput.influx(http.url(), output.token(), output.bufferBytes(), meters)
                : QueuedOutput.lines(
                        new FileOutputStream(FileDescriptor.out),
                        to.toString(),
                        Outputs::end,
                        output.bufferBytes(),
                        meters);
    }

    /** Ends the process, like any program that cannot write. The caller must not wait for it. */
    private static void end(int code) {
        new Thread(() -> Runtime.getRuntime().exit(code), "weir-probe-end").start();
    }

    private static QueuedOutput counted(QueuedOutput output, ProbeMeters meters) {
        meters.waiting(output);
        return output;
    }

    private static Output page(ProbeConfig config, ProbeMeters meters, Service probe) {
        HostAndPort listen = config.output().page();
        Duration shown = config.interval().multipliedBy(ROUNDS_SHOWN);
        Duration least = config.tools() ? LEAST_SHOWN_OF_TOOLS : LEAST_SHOWN;
        LatestValues values = new LatestValues(Math.max(shown.toNanos(), least.toNanos()), MOST_SERIES, meters);
        String host = listen.host().equals("*") ? "0.0.0.0" : listen.host();
        MetersServer server = MetersServer.start(
                new WantedPort(host, listen.port(), MISTAKE), config.output().token(), values::page, List.of(probe));
        return new PageOutput(values, server, listen);
    }
}
