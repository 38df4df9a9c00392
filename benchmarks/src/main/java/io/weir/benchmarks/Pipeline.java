package io.weir.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The load harness: sends the standard workload to a {@code weir up} and accounts for every line of it. */
@Command(
        name = "pipeline.sh",
        description = "Sends the standard workload to a fresh weir up and accounts for every line of it."
                + " Exit status 1 if one is unaccounted for.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
public final class Pipeline implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SEED = 42;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SECONDS", defaultValue = "60")
    private int seconds;

    @Parameters(index = "1", arity = "0..1", paramLabel = "RATE", defaultValue = "300000", description = "Lines/s.")
    private int rate;

    @Parameters(index = "2", arity = "0..1", paramLabel = "PER_DATAGRAM", defaultValue = "10", description = "Lines.")
    private int perDatagram;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Before that, in which the rate rises from nothing; counted like the rest.")
    private int warmUp;

    @Option(names = "--means", description = "Rules that store means over 1 s instead of every value.")
    private boolean means;

    /** Exit status 0: every line is accounted for. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Pipeline()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Load load = new Load(seconds, warmUp, rate, perDatagram);
        Scenario scenario = means ? Scenario.MEANS : Scenario.PLAIN;
        WindowCount windows = new WindowCount(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
        Workload workload = new Workload(perDatagram, windows, SEED);
        try (WeirProcess weir = WeirProcess.start(scenario.rules())) {
            Duration startCpu = weir.cpu();
            Generator.Sent sent = Generator.send(workload, load, weir.udpPort());
            long sentNanos = System.nanoTime();
            Accounting end = awaitStored(weir, scenario, sent);
            Report report = new Report(
                    sent,
                    end,
                    means ? windows.count() : sent.lines(),
                    System.nanoTime() - sentNanos,
                    weir.cpu().minus(startCpu),
                    weir.peakResidentBytes());
            report.print(load);
            return report.isAccountedFor() ? 0 : 1;
        }
    }

    /** Looks until nothing is missing any more, or nothing has changed for a while. */
    private Accounting awaitStored(WeirProcess weir, Scenario scenario, Generator.Sent sent)
            throws IOException, InterruptedException {
        Accounting before = Accounting.of(weir.meters(), sent, perDatagram);
        long changedNanos = System.nanoTime();
        while (System.nanoTime() - changedNanos < PATIENCE.toNanos()) {
            Accounting now = Accounting.of(weir.meters(), sent, perDatagram);
            if (now.isQuiet()) {
                now = scenario.count(weir, now);
                if (now.unaccounted() <= 0) {
                    return now;
                }
            }
            if (!now.equals(before)) {
                before = now;
                changedNanos = System.nanoTime();
            }
            Thread.sleep(50);
        }
        return scenario.count(weir, before);
    }
}
