package io.weir.benchmarks.gateway;

import io.weir.benchmarks.gateway.CollectdSender.Protection;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the cost of a line for each input of the gateway: the gateway's processor time including
 * its producer, and thus the lines per second and core.
 */
final class Inputs implements AutoCloseable {
    private final TemporaryDirectory directory = TemporaryDirectory.create();
    private final int tcpPort = FreePorts.next();
    private final int httpPort = FreePorts.next();
    private final int plainPort = FreePorts.next();
    private final int signedPort = FreePorts.next();
    private final int encryptedPort = FreePorts.next();
    private final Path config = directory.path().resolve("gateway.yaml");

    Inputs() throws IOException {
        Path users = directory.path().resolve("users");
        Files.writeString(users, CollectdSender.USER + ": " + CollectdSender.PASSWORD + "\n");
        Files.writeString(config, """
                tcp: {enabled: true, port: %d}
                http: {enabled: true, port: %d}
                collectd: {enabled: true, port: %d}
                inputs:
                  - {kind: collectd, name: signed, port: %d, security-level: sign, user-file: %6$s}
                  - {kind: collectd, name: encrypted, port: %d, security-level: encrypt, user-file: %6$s}
                """.formatted(tcpPort, httpPort, plainPort, signedPort, encryptedPort, users));
    }

    /** Returns the configuration of a gateway with all these inputs. */
    Path config() {
        return config;
    }

    /**
     * Tests the inputs in turns. The warm-up does not count.
     *
     * @param blast the load for line protocol over UDP
     */
    void run(Weir weir, Blast blast, int warmUpSeconds, int rounds) throws IOException, InterruptedException {
        Map<String, InputTrial> inputs = new LinkedHashMap<>();
        inputs.put("line protocol over UDP", weir::take);
        inputs.put("line protocol over TCP", load -> weir.take(load, () -> TcpLines.send(tcpPort, load)));
        inputs.put("line protocol over HTTP", load -> weir.take(load, () -> HttpLines.send(httpPort, load)));
        inputs.put("collectd", collectd(weir, plainPort, Protection.NONE));
        inputs.put("collectd, signed", collectd(weir, signedPort, Protection.SIGN));
        inputs.put("collectd, encrypted", collectd(weir, encryptedPort, Protection.ENCRYPT));
        for (InputTrial input : inputs.values()) {
            input.take(blast.lasting(warmUpSeconds));
        }
        Map<String, List<Double>> micros = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, InputTrial> input : inputs.entrySet()) {
                micros.computeIfAbsent(input.getKey(), unseen -> new ArrayList<>())
                        .add(input.getValue().take(blast).cpuMicrosPerLine());
            }
        }
        print(micros);
    }

    private static InputTrial collectd(Weir weir, int port, Protection protection) {
        CollectdSender sender = new CollectdSender(protection);
        return load -> {
            Blast values = new Blast(load.linesPerSecond(), CollectdSender.LINES, load.seconds(), 0, 0);
            return weir.take(values, () -> sender.send(port, values));
        };
    }

    private static void print(Map<String, List<Double>> micros) {
        Table table = new Table();
        micros.forEach((input, each) -> table.row(
                input + ", lines/s", Math.round(1e6 / Median.of(each)), "%.2f µs for each".formatted(Median.of(each))));
        double plain = Median.of(micros.getOrDefault("collectd", List.of()));
        table.row("signed : plain", plain / Median.of(micros.getOrDefault("collectd, signed", List.of())), "lines/s");
        table.print("Lines/s that one core takes");
    }

    @Override
    public void close() {
        directory.close();
    }

    private interface InputTrial {
        Trial take(Blast load) throws IOException, InterruptedException;
    }
}
