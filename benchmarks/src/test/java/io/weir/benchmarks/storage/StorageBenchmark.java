package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the capacity of storage with a real InfluxDB. */
@Command(
        name = "storage.sh",
        description =
                "Measures storage against a real InfluxDB 1.x, beside Kafka and all else on this machine. Exit status 1 if"
                        + " a line is unaccounted for.")
public final class StorageBenchmark implements Callable<Integer> {

    /** Measurements that can be run alone. */
    enum Part {
        /** The writer, compared with ready bodies of the same lines. */
        WRITER,
        /** The database is down for a while; then database and writer are killed at random. */
        OUTAGE,
        /** Every line from UDP to the database, without loss. */
        ALL,
        /** Every line from UDP to the database: time until a query finds it. */
        FOUND,
        /** Types of data in two data models: speed of writing and size on disk. */
        TYPES,
        /** The standard workload through averages over 1 s and suppression. */
        AVERAGES,
        /** Queries of dashboards, of raw points and of tiers. */
        QUERIES
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--lines", paramLabel = "N", defaultValue = "8000000", description = "In the log of writer.")
    private long lines;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "The median of them counts.")
    private int rounds;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of the ready bodies that the writer is compared with.")
    private int connections;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description =
                    "For which the database is away in outage, and the load of averages lasts. Without it 5 and 10.")
    private Optional<Double> minutes = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Lines/s that go on coming in outage.")
    private int rate;

    @Option(names = "--kills", paramLabel = "N", defaultValue = "6", description = "In outage.")
    private int kills;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the moments of the kills.")
    private long seed;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60", description = "Each load of all and found.")
    private int seconds;

    @Option(
            names = "--found-rates",
            paramLabel = "N",
            split = ",",
            defaultValue = "200000",
            description = "Lines/s of found, one after another.")
    private List<Integer> foundRates = List.of();

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Before each weir up counts: until then it compiles its code.")
    private int warmUp;

    @Option(
            names = "--part",
            paramLabel = "PART",
            defaultValue = "1",
            description = "Of the values of types: 0.1 for a tenth of each.")
    private double share;

    @Option(names = "--averages-rate", paramLabel = "N", defaultValue = "600000", description = "Lines/s of averages.")
    private int averagesRate;

    @Option(names = "--points", paramLabel = "N", defaultValue = "60000000", description = "Raw ones of queries.")
    private long points;

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,50,100",
            description = "At once, of queries.")
    private List<Integer> clients = List.of();

    @Option(
            names = "--client-seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "For which so many clients ask, if each gets an answer meanwhile.")
    private int secondsOfClients;

    /** Exits with status 0 if every line is accounted for. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new StorageBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path influxd = Programs.requireInfluxd();
        boolean isWhole = true;
        for (Part part : parts) {
            switch (part) {
                case WRITER -> new WriterSpeed(influxd, lines, connections).measure(rounds);
                case OUTAGE -> isWhole &= new Outage(influxd, rate, minutes(5), kills, seed).measure();
                case TYPES -> new Types(influxd, share, connections).measure();
                case AVERAGES ->
                    isWhole &= new Averages(influxd, averagesRate, Duration.ofSeconds(warmUp), minutes(10)).measure();
                case QUERIES -> new Queries(influxd, points, clients, secondsOfClients).measure();
                case ALL -> isWhole &= new AllStored(influxd, seconds, warmUp).measure();
                case FOUND -> {
                    for (int each : foundRates) {
                        UntilFound.measure(influxd, each, warmUp, seconds);
                    }
                }
            }
        }
        return isWhole ? 0 : 1;
    }

    private Duration minutes(double otherwise) {
        return Duration.ofMillis(Math.round(minutes.orElse(otherwise) * 60_000));
    }
}
