package io.weir.benchmarks.late;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Latencies;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures {@code weir late} with many rules over a QuestDB with many series. */
@Command(
        name = "late.sh",
        description = "Measures how long weir late takes to evaluate many rules each minute, over a QuestDB that has a"
                + " sample per minute of each series, and what this costs.")
public final class LateBenchmark implements Callable<Integer> {
    private static final long MINUTE_MILLIS = 60_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The history ends soon after. */
    private static final int MOST_MINUTES = 25;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--rules", paramLabel = "N", defaultValue = "1000", description = "Half of them of 6 h and more.")
    private int rules;

    @Option(names = "--series", paramLabel = "N", defaultValue = "100000", description = "A multiple of 1000.")
    private int series;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "Measured, a minute each.")
    private int rounds;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "3", description = "Rounds before.")
    private int warmUp;

    @Option(names = "--at-once", paramLabel = "N", defaultValue = "4", description = "Queries at the same time.")
    private int atOnce;

    /** Exits with status 0 after the measurement. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new LateBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (series < StoredHistory.HOSTS || series % StoredHistory.HOSTS != 0) {
            throw new ParameterException(
                    command.commandLine(), "--series must be a multiple of " + StoredHistory.HOSTS);
        }
        if (warmUp + rounds > MOST_MINUTES) {
            throw new ParameterException(
                    command.commandLine(), "--warm-up and --rounds together must be at most " + MOST_MINUTES);
        }
        int measurements = series / StoredHistory.HOSTS;
        try (TemporaryDirectory directory = TemporaryDirectory.create();
                StoredHistory history = StoredHistory.start(measurements);
                KafkaProcess kafka = KafkaProcess.start()) {
            Path file = Files.writeString(directory.path().resolve("late.yaml"), ManyLateRules.of(rules, measurements));
            Map<String, String> settings = Map.of(
                    "WEIR_LATE_STORE",
                    history.url(),
                    "WEIR_LATE_RULES",
                    file.toString(),
                    "WEIR_LATE_AT_ONCE",
                    "" + atOnce);
            try (WeirService late = WeirService.start(List.of("late"), kafka, settings, List.of())) {
                late.awaitReady();
                measure(late, history, kafka).print(rules + " rules each minute, " + series + " series");
            }
        }
        return 0;
    }

    private Table measure(WeirService late, StoredHistory history, KafkaProcess kafka)
            throws IOException, InterruptedException {
        long first = (System.currentTimeMillis() / MINUTE_MILLIS + 1 + warmUp) * MINUTE_MILLIS;
        sleepUntil(first);
        Duration lateBefore = late.cpu();
        Duration storeBefore = history.cpu();
        long end = first + rounds * MINUTE_MILLIS;
        sleepUntil(end);
        double lateCpu = seconds(late.cpu().minus(lateBefore));
        double storeCpu = seconds(history.cpu().minus(storeBefore));
        RecordedRounds recorded = RecordedRounds.read(kafka).from(first).until(end);

        Table table = new Table();
        table.row("samples in the store", history.samples(series / StoredHistory.HOSTS), "");
        table.row("rounds of rules, due", (long) rules * rounds, rounds + " min");
        table.row("rounds of rules, recorded", recorded.records(), "at the end of the last minute");
        table.row("failed attempts", late.count("late_failures"), "");
        print(table, "until a rule is recorded, ", recorded.ofRules());
        print(table, "until all are recorded, ", recorded.ofRounds());
        table.row("processor of late, s per round", lateCpu / rounds, "of 60 s for each core");
        table.row("processor of the store, s per round", storeCpu / rounds, "");
        return table;
    }

    private static void print(Table table, String before, Latencies latencies) {
        table.row(before + "median, s", latencies.millis(0.5) / 1_000, "after the time of the round");
        table.row(before + "95 %, s", latencies.millis(0.95) / 1_000, "");
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS_PER_SECOND;
    }

    private static void sleepUntil(long time) throws InterruptedException {
        Thread.sleep(Math.max(0, time - System.currentTimeMillis()));
    }
}
