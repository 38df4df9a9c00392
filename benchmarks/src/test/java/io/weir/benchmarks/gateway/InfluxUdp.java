package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.standalone.send.Sent;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The UDP listener of an InfluxDB 1.x with default settings, except for the size of the receive
 * buffer.
 */
public final class InfluxUdp implements Receiver {
    private static final Duration PATIENCE = Duration.ofMillis(1500);
    private static final Pattern POINTS_WRITTEN = Pattern.compile("\"writePointsOk\":\\s*(\\d+)");

    private final InfluxServer server;
    private final int udpPort;

    private InfluxUdp(InfluxServer server, int udpPort) {
        this.server = server;
        this.udpPort = udpPort;
    }

    /** Returns after the server answers. */
    public static InfluxUdp start(Path influxd) throws IOException, InterruptedException {
        int udpPort = FreePorts.next();
        Map<String, String> listener = Map.of(
                "INFLUXDB_UDP_0_ENABLED",
                "true",
                "INFLUXDB_UDP_0_BIND_ADDRESS",
                "127.0.0.1:" + udpPort,
                "INFLUXDB_UDP_0_DATABASE",
                "benchmark",
                "INFLUXDB_UDP_0_READ_BUFFER",
                "" + Sink.RECEIVE_BUFFER_BYTES);
        return new InfluxUdp(InfluxServer.start(influxd, listener), udpPort);
    }

    @Override
    public String name() {
        return "InfluxDB's UDP listener";
    }

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        long before = pointsWritten();
        Duration cpuBefore = server.cpu();
        Sent sent = blast.send(udpPort);
        long written = Quiet.await(before + sent.lines(), PATIENCE, this::pointsWritten) - before;
        return new Trial(sent, written, 0, server.cpu().minus(cpuBefore));
    }

    private long pointsWritten() throws IOException, InterruptedException {
        Matcher shards = POINTS_WRITTEN.matcher(server.http().get("/debug/vars"));
        return shards.results()
                .mapToLong(shard -> Long.parseLong(shard.group(1)))
                .sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
