package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the capacity of a gateway, compared with a bare receiver and with other programs. */
@Command(
        name = "gateway.sh",
        description = "Measures the gateway from datagram to Kafka's acknowledgement, beside a bare receiver,"
                + " InfluxDB's UDP listener and Telegraf. Exit status 1 if a line is unaccounted for.")
public final class GatewayBenchmark implements Callable<Integer> {
    private static final Path LIMITS = Path.of("benchmarks", "limits.yaml");
    private static final int MANY = 100_000;
    private static final int INPUT_RATE = 200_000;
    private static final int LATENCY_SECONDS = 10;

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "The median of them counts.")
    private int rounds;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "3", description = "Each trial of a rate.")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Load before anything counts: a gateway that has just started compiles its code meanwhile.")
    private int warmUp;

    @Option(names = "--series", paramLabel = "N", defaultValue = "100000", description = "Different ones.")
    private int series;

    @Option(names = "--no-peers", description = "Neither InfluxDB nor Telegraf.")
    private boolean isWithoutPeers;

    private long unaccounted;

    /** Exits with status 0 if every line is accounted for. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new GatewayBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Inputs inputs = new Inputs()) {
            for (Part part : parts) {
                try (KafkaProcess kafka = KafkaProcess.start();
                        Weir weir = Weir.start(kafka, arguments(part, inputs))) {
                    run(part, kafka, weir, inputs);
                    unaccounted += weir.unaccounted();
                }
            }
        }
        System.out.printf("%nLines of Weir's that are unaccounted for: %d%n", unaccounted);
        return unaccounted == 0 ? 0 : 1;
    }

    private static String[] arguments(Part part, Inputs inputs) {
        return switch (part) {
            case SOURCES -> new String[] {"--config=" + LIMITS};
            case INPUTS -> new String[] {"--config=" + inputs.config()};
            default -> new String[0];
        };
    }

    private void run(Part part, KafkaProcess kafka, Weir weir, Inputs inputs) throws IOException, InterruptedException {
        switch (part) {
            case UDP1 -> withPeers(kafka, weir, new Blast(80_000, 1, seconds, series, 0), "One line per datagram");
            case UDP10 -> withPeers(kafka, weir, new Blast(200_000, 10, seconds, series, 0), "Ten lines per datagram");
            case SOURCES -> {
                Contest contest =
                        new Contest(new Blast(400_000, 10, seconds, series, MANY), warmUp, List.of(weir, new Sink()));
                contest.run(rounds);
                contest.print("Ten lines per datagram from " + MANY + " addresses, every limit on");
            }
            case INPUTS -> inputs.run(weir, new Blast(INPUT_RATE, 10, seconds, series, 0), warmUp, rounds);
            case LATENCY -> {
                Blast blast = new Blast(600_000, 10, LATENCY_SECONDS, series, 0);
                latency(kafka, weir, blast, "600 000 lines/s, ten per datagram");
                latency(
                        kafka,
                        weir,
                        new Blast(300_000, 10, LATENCY_SECONDS, series, MANY),
                        "300 000 lines/s from 100 000 addresses");
            }
        }
    }

    private void withPeers(KafkaProcess kafka, Weir weir, Blast blast, String heading)
            throws IOException, InterruptedException {
        List<Receiver> receivers = new ArrayList<>(List.of(weir, new Sink()));
        List<Receiver> peers = isWithoutPeers ? List.of() : peers(kafka);
        receivers.addAll(peers);
        try {
            Contest contest = new Contest(blast, warmUp, receivers);
            contest.run(rounds);
            contest.print(heading);
        } finally {
            peers.forEach(Receiver::close);
        }
    }

    private static List<Receiver> peers(KafkaProcess kafka) throws IOException, InterruptedException {
        List<Receiver> peers = new ArrayList<>();
        Optional<Path> influxd = Programs.influxd();
        if (influxd.isPresent()) {
            peers.add(InfluxUdp.start(influxd.get()));
        } else {
            System.err.println("influxd: not present, name it with INFLUXD=/path/to/influxd");
        }
        Optional<Path> telegraf = Programs.find("TELEGRAF", "telegraf");
        if (telegraf.isPresent()) {
            peers.add(Telegraf.start(telegraf.get(), kafka));
        } else {
            System.err.println("telegraf: not present, name it with TELEGRAF=/path/to/telegraf");
        }
        return peers;
    }

    private void latency(KafkaProcess kafka, Weir weir, Blast blast, String heading)
            throws IOException, InterruptedException {
        Latency latency = new Latency(kafka);
        Hiccups hiccups;
        try (latency) {
            weir.take(blast.lasting(warmUp));
            latency.begin();
            hiccups = new Hiccups();
            try (hiccups) {
                weir.take(blast);
            }
        }
        latency.print(heading, hiccups.most());
    }
}
