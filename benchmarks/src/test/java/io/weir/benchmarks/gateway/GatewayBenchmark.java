package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the capacity of a gateway, compared with a bare receiver and with other programs. */
@Command(
        name = "gateway.sh",
        description = {
            "Measures the gateway from datagram to Kafka's acknowledgement, beside a bare receiver,"
                    + " InfluxDB's UDP listener and Telegraf. Exit status 1 if a line is unaccounted for.",
            "",
            "The part peers measures inputs of several protocols beside the programs that people would use for them:"
                    + " vmagent (remote write 1.0), the OpenTelemetry Collector (OTLP over HTTP, protobuf) and Telegraf"
                    + " (Graphite over TCP; counters of StatsD; lines over MQTT from mosquitto). vmagent and the"
                    + " Collector pass the metrics on in their own protocol to a server that only counts; the Collector"
                    + " does so without compression. Weir and Telegraf write to Kafka; Telegraf adds counters up and"
                    + " writes the sums every second. Over HTTP and MQTT, the sender sends as fast as"
                    + " it is answered, and the time ends when every metric is at its destination. Graphite and StatsD"
                    + " are measured by a search for the highest rate without loss. The whole part needs LIMIT=60m.",
            "",
            "The variables VMAGENT, OTELCOL, TELEGRAF and INFLUXD name programs that are not on the PATH. A program that"
                    + " is missing is reported and left out.",
            ""
        })
public final class GatewayBenchmark implements Callable<Integer> {
    private static final Path LIMITS = Path.of("benchmarks", "limits.yaml");
    private static final int MANY = 100_000;
    private static final int INPUT_RATE = 200_000;
    private static final int LATENCY_SECONDS = 10;

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them but peers if none is named.")
    private List<Part> parts = List.copyOf(EnumSet.complementOf(EnumSet.of(Part.PEERS)));

    @Option(
            names = "--protocols",
            paramLabel = "NAME",
            split = ",",
            description = "Of the part peers: ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<PeerProtocol> protocols = List.of(PeerProtocol.values());

    @Option(
            names = "--batches",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,100,1000",
            description = "Metrics per message of the part peers; divisors of 10000.")
    private List<Integer> batches = List.of();

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "64",
            description = "Over HTTP, of the part peers. Each waits for its answer, which Weir gives after Kafka's"
                    + " acknowledgement, and its peers before they pass the metrics on.")
    private int connections;

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

    @Option(names = "--no-peers", description = "No other programs.")
    private boolean isWithoutPeers;

    private long unaccounted;

    /** Exits with status 0 if every line is accounted for. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new GatewayBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Inputs inputs = new Inputs();
                Peers peers = new Peers(measured(), batches, connections, isWithoutPeers)) {
            for (Part part : parts) {
                try (KafkaProcess kafka = KafkaProcess.start();
                        Weir weir = Weir.start(kafka, arguments(part, inputs, peers))) {
                    run(part, kafka, weir, inputs, peers);
                    unaccounted += weir.unaccounted();
                }
            }
        }
        System.out.printf("%nLines of Weir's that are unaccounted for: %d%n", unaccounted);
        return unaccounted == 0 ? 0 : 1;
    }

    private List<PeerProtocol> measured() {
        return parts.contains(Part.PEERS) ? protocols : List.of();
    }

    private static String[] arguments(Part part, Inputs inputs, Peers peers) {
        return switch (part) {
            case SOURCES -> new String[] {"--config=" + LIMITS};
            case INPUTS -> new String[] {"--config=" + inputs.config()};
            case PEERS -> new String[] {"--config=" + peers.config()};
            default -> new String[0];
        };
    }

    private void run(Part part, KafkaProcess kafka, Weir weir, Inputs inputs, Peers peers)
            throws IOException, InterruptedException {
        switch (part) {
            case UDP1 -> withPeers(kafka, weir, new Blast(80_000, 1, seconds, series, 0), "One line per datagram");
            case UDP10 -> withPeers(kafka, weir, new Blast(200_000, 10, seconds, series, 0), "Ten lines per datagram");
            case SOURCES -> {
                Contest contest = Contest.ofSearches(
                        new Blast(400_000, 10, seconds, series, MANY), warmUp, List.of(weir, new Sink()));
                contest.run(rounds);
                contest.print("Ten lines per datagram from " + MANY + " addresses, every limit on");
            }
            case INPUTS -> inputs.run(weir, new Blast(INPUT_RATE, 10, seconds, series, 0), warmUp, rounds);
            case PEERS -> peers.run(kafka, weir, seconds, warmUp, rounds);
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
            Contest contest = Contest.ofSearches(blast, warmUp, receivers);
            contest.run(rounds);
            contest.print(heading);
        } finally {
            peers.forEach(Receiver::close);
        }
    }

    private static List<Receiver> peers(KafkaProcess kafka) throws IOException, InterruptedException {
        List<Receiver> peers = new ArrayList<>();
        Optional<Path> influxd = Programs.peer("influxd");
        if (influxd.isPresent()) {
            peers.add(InfluxUdp.start(influxd.get()));
        }
        Optional<Path> telegraf = Programs.peer("telegraf");
        if (telegraf.isPresent()) {
            peers.add(new Telegraf(telegraf.get(), kafka).lines());
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
