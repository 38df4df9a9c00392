package io.weir.benchmarks.gateway;

import io.weir.benchmarks.Child;
import io.weir.benchmarks.FreePorts;
import io.weir.benchmarks.Http;
import io.weir.benchmarks.TemporaryDirectory;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The UDP listener of an InfluxDB 1.x, as it comes, but with our receive buffer and without its limit of 100 000 values of a tag. */
final class InfluxUdp implements Receiver {
    private static final Duration PATIENCE = Duration.ofMillis(1500);
    private static final Pattern POINTS_WRITTEN = Pattern.compile("\"writePointsOk\":\\s*(\\d+)");

    private final TemporaryDirectory directory;
    private final Child process;
    private final Http http;
    private final int udpPort;

    private InfluxUdp(TemporaryDirectory directory, Child process, Http http, int udpPort) {
        this.directory = directory;
        this.process = process;
        this.http = http;
        this.udpPort = udpPort;
    }

    static InfluxUdp start(Path influxd) throws IOException, InterruptedException {
        TemporaryDirectory directory = TemporaryDirectory.create();
        int[] ports = FreePorts.tcp(2);
        int udpPort = FreePorts.udp();
        Path config = directory.path().resolve("influxdb.conf");
        Files.writeString(
                config, """
                reporting-disabled = true
                bind-address = "127.0.0.1:%1$d"
                [meta]
                  dir = "%4$s/meta"
                [data]
                  dir = "%4$s/data"
                  wal-dir = "%4$s/wal"
                  max-values-per-tag = 0
                [monitor]
                  store-enabled = false
                [logging]
                  level = "warn"
                [http]
                  bind-address = "127.0.0.1:%2$d"
                  log-enabled = false
                [[udp]]
                  enabled = true
                  bind-address = "127.0.0.1:%3$d"
                  database = "benchmark"
                  read-buffer = %5$d
                """.formatted(ports[0], ports[1], udpPort, directory.path(), Sink.RECEIVE_BUFFER_BYTES));
        Child process = Child.start(new ProcessBuilder(influxd.toString(), "-config", config.toString()));
        InfluxUdp influx = new InfluxUdp(directory, process, new Http(ports[1]), udpPort);
        Runtime.getRuntime().addShutdownHook(new Thread(influx::close));
        while (!influx.http.answers("/debug/vars")) {
            if (!process.isAlive()) {
                throw new IOException("influxd did not start, see its log above");
            }
            Thread.sleep(100);
        }
        return influx;
    }

    @Override
    public String name() {
        return "InfluxDB's UDP listener";
    }

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        long before = pointsWritten();
        Duration cpuBefore = process.cpu();
        Sent sent = blast.send(udpPort);
        long written = Quiet.await(before + sent.lines(), PATIENCE, this::pointsWritten) - before;
        return new Trial(sent, written, 0, process.cpu().minus(cpuBefore));
    }

    private long pointsWritten() throws IOException, InterruptedException {
        Matcher shards = POINTS_WRITTEN.matcher(http.get("/debug/vars"));
        return shards.results()
                .mapToLong(shard -> Long.parseLong(shard.group(1)))
                .sum();
    }

    @Override
    public synchronized void close() {
        process.close();
        directory.close();
    }
}
