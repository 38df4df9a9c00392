package io.weir.benchmarks;

import io.weir.standalone.send.Meters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@code weir up} of its own: free ports, a fresh directory that goes with it, its log on our standard error. */
final class WeirProcess implements AutoCloseable {
    private static final Duration START_WITHIN = Duration.ofMinutes(2);
    private static final Duration END_WITHIN = Duration.ofSeconds(15);

    private final Process process;
    private final Path data;
    private final int udpPort;
    private final Http meters;
    private final Http store;

    private WeirProcess(Process process, Path data, int udpPort, Http meters, Http store) {
        this.process = process;
        this.data = data;
        this.udpPort = udpPort;
        this.meters = meters;
        this.store = store;
    }

    /** Returns once all of it is ready; the working directory must be the repository. */
    static WeirProcess start(Path rules) throws IOException, InterruptedException {
        int udpPort = freeUdpPort();
        int[] ports = freePorts(4);
        Path data = Files.createTempDirectory("weir-pipeline");
        List<String> command = new ArrayList<>(List.of("./weir", "up", "--no-probe", "--data", data.toString()));
        command.addAll(List.of("--kafka-port", "" + ports[0], "--kafka-controller-port", "" + ports[1]));
        command.addAll(List.of("--store-port", "" + ports[2]));
        command.addAll(List.of("--rules", rules.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WEIR_GATEWAY_UDP_PORT", "" + udpPort);
        builder.environment().put("WEIR_METERS_PORT", "" + ports[3]);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        // Standard output is for the table alone.
        builder.redirectOutput(ProcessBuilder.Redirect.to(Path.of("/dev/stderr").toFile()));
        WeirProcess weir = new WeirProcess(builder.start(), data, udpPort, new Http(ports[3]), new Http(ports[2]));
        Runtime.getRuntime().addShutdownHook(new Thread(weir::close));
        weir.awaitReady();
        return weir;
    }

    int udpPort() {
        return udpPort;
    }

    int metersPort() {
        return meters.port();
    }

    /** Of the Java process: the script replaces itself by it. */
    long pid() {
        return process.pid();
    }

    Meters meters() throws IOException, InterruptedException {
        return Meters.parse(meters.get("/metrics"));
    }

    Gauges gauges() throws IOException, InterruptedException {
        return new Gauges(meters.get("/metrics"));
    }

    /** The one row of whole numbers that a query gives, all of one moment; null counts as 0. */
    long[] query(String sql) throws IOException, InterruptedException {
        String[] lines = store.get("/exp?query=" + Http.escaped(sql)).strip().split("\r?\n");
        return Arrays.stream(lines[1].split(",", -1))
                .mapToLong(number -> number.isEmpty() ? 0 : Long.parseLong(number))
                .toArray();
    }

    /** Processor time of the process since it started. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The most memory that was resident at once, in bytes; 0 where the system does not tell. */
    long peakResidentBytes() throws IOException {
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

    /** Ends it and removes its directory. */
    @Override
    public synchronized void close() {
        try {
            process.destroy();
            if (!process.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        remove(data);
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + START_WITHIN.toNanos();
        while (!meters.answers("/health/ready")) {
            if (!process.isAlive() || System.nanoTime() > deadlineNanos) {
                throw new IOException("weir did not get ready, see its log above");
            }
            Thread.sleep(100);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The second call, at the end of this process, finds nothing; anything else is said.
            if (Files.exists(directory)) {
                System.err.println("could not remove " + directory + ": " + e);
            }
        }
    }

    private static int freeUdpPort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        }
    }

    /** Taken all at once, so that they differ. */
    private static int[] freePorts(int count) throws IOException {
        int[] ports = new int[count];
        ServerSocket[] sockets = new ServerSocket[count];
        for (int i = 0; i < count; i++) {
            sockets[i] = new ServerSocket(0);
            ports[i] = sockets[i].getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
