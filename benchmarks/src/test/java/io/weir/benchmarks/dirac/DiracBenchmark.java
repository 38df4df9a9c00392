package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.BenchmarkCommand;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Repeats DIRAC's experiment: plots of jobs from several stores, through Weir and directly. */
@Command(
        name = "dirac.sh",
        description = "Stores 31 days of records of DIRAC's WMSHistory, from RabbitMQ, in several stores at once. Then"
                + " clients ask for plots of jobs over 1, 2, 7 and 30 days, directly and through Weir's PromQL.")
public final class DiracBenchmark implements Callable<Integer> {
    /** One day more than the longest range, so that this begins anywhere too. */
    private static final int DAYS = 31;

    private static final int QUICK_GROUPS = 100;

    /** With fewer, a plot would be empty. */
    private static final int FEWEST_GROUPS = 10;

    private static final String PAPER = """

            DIRAC's paper, with 600 million records on machines of its own: Elasticsearch about 4 transactions/s,
            OpenTSDB about 2; MySQL about 400 s for Figure 1.""";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--groups", paramLabel = "N", defaultValue = "1000", description = "A record each every 5 min.")
    private int groups;

    @Option(names = "--stores", paramLabel = "STORE", split = ",", description = "Without it, all that are installed.")
    private List<StoreKind> stores = List.of(StoreKind.values());

    @Option(names = "--clients", paramLabel = "N", split = ",", defaultValue = "10,50,100", description = "At once.")
    private List<Integer> clients = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "For each range, API and number of clients, if each client gets an answer meanwhile.")
    private int seconds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the records and the ranges.")
    private long seed;

    @Option(names = "--quick", description = "100 groups, 10 clients, 1 s each: shows only that it runs.")
    private boolean isQuick;

    /** Exits with status 0 if each store has each record and each answer is right. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new DiracBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (isQuick) {
            groups = QUICK_GROUPS;
            clients = List.of(10);
            seconds = 1;
        }
        if (groups < FEWEST_GROUPS || seconds < 1 || clients.stream().anyMatch(count -> count < 1)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--groups must be at least " + FEWEST_GROUPS + ", --seconds and --clients at least 1");
        }
        long step = Span.step(30);
        long end = Clock.systemUTC().millis() / 1_000 / step * step;
        WmsHistory history = new WmsHistory(groups, end - TimeUnit.DAYS.toSeconds(DAYS), DAYS, seed);
        try (Stores all = Stores.start(stores, history)) {
            all.fill(history);
            Measurement measurement = new Measurement(history, clients, Duration.ofSeconds(seconds), seed);
            all.measure(measurement);
            measurement.print();
            System.out.println(PAPER);
        }
        return 0;
    }
}
