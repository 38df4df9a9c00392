package io.weir.benchmarks.harness;

import io.weir.standalone.meter.MeterSample;
import io.weir.standalone.send.Meters;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A {@code weir up} process on free ports, which logs to this process's standard error. Its new
 * directory is removed by {@link #close}.
 */
public final class WeirProcess implements AutoCloseable {
    private final TemporaryDirectory data = TemporaryDirectory.create();
    private final int udpPort = FreePorts.next();
    private final int kafkaPort = FreePorts.next();
    private final int pagePort = FreePorts.next();
    private final Http meters = new Http(FreePorts.next());
    private final Http store = new Http(FreePorts.next());
    private final Child process;

    private WeirProcess(Path rules, List<String> options, Map<String, String> settings) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("./weir", "up", "--no-probe", "--data", data.path().toString()));
        command.addAll(List.of("--kafka-port", "" + kafkaPort, "--kafka-controller-port", "" + FreePorts.next()));
        command.addAll(List.of("--store-port", "" + store.port()));
        command.addAll(List.of("--rules", rules.toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WEIR_GATEWAY_UDP_PORT", "" + udpPort);
        builder.environment().put("WEIR_METERS_PORT", "" + meters.port());
        builder.environment().put("WEIR_DASHBOARD_PORT", "" + pagePort);
        builder.environment().putAll(settings);
        process = Child.start(builder);
    }

    /**
     * Starts one with an embedded store; returns after it is ready. The working directory must be
     * the repository.
     */
    public static WeirProcess start(Path rules) throws IOException, InterruptedException {
        return start(rules, List.of());
    }

    /** As above, with further options of {@code weir up}, such as another store. */
    public static WeirProcess start(Path rules, List<String> options) throws IOException, InterruptedException {
        return start(rules, options, Map.of());
    }

    /** As above, with settings by their names in the environment. */
    public static WeirProcess start(Path rules, List<String> options, Map<String, String> settings)
            throws IOException, InterruptedException {
        WeirProcess weir = new WeirProcess(rules, options, settings);
        Runtime.getRuntime().addShutdownHook(new Thread(weir::close));
        weir.process.await(weir.meters, "/health/ready");
        return weir;
    }

    /** Returns its UDP port for line protocol. */
    public int udpPort() {
        return udpPort;
    }

    /** Returns the bootstrap servers of its Kafka. */
    public String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    /** Returns the address of its page. */
    public String page() {
        return "http://127.0.0.1:" + pagePort + "/";
    }

    /** Returns a client of its page. */
    public Http pageHttp() {
        return new Http(pagePort);
    }

    /** Returns the port of its meters. */
    public int metersPort() {
        return meters.port();
    }

    /** Returns the id of the Java process. */
    public long pid() {
        return process.pid();
    }

    /** Returns its current counters. */
    public Meters meters() throws IOException, InterruptedException {
        return Meters.parse(meters.get("/metrics"));
    }

    /** Returns the sum of a gauge over its labels. */
    public long gauge(String name) throws IOException, InterruptedException {
        return Math.round(MeterSample.sum(meters.get("/metrics"), name));
    }

    /**
     * Returns the row of whole numbers that a query returns, all from one moment; null counts as 0.
     */
    public long[] query(String sql) throws IOException, InterruptedException {
        String[] lines = store.get("/exp?query=" + Http.escaped(sql)).strip().split("\r?\n");
        return Arrays.stream(lines[1].split(",", -1))
                .mapToLong(number -> number.isEmpty() ? 0 : Long.parseLong(number))
                .toArray();
    }

    /** Returns the processor time of the process since it started. */
    public Duration cpu() {
        return process.cpu();
    }

    /** Returns the peak resident memory in bytes; 0 where the system does not provide it. */
    public long peakResidentBytes() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        }
    }

    /** Stops the process and removes its directory. */
    @Override
    public synchronized void close() {
        process.close();
        data.close();
    }
}
