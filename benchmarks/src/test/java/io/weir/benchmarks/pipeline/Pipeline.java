package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.standalone.send.Load;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The load harness: sends the standard workload to a {@code weir up} and accounts for every line.
 */
@Command(
        name = "pipeline.sh",
        description = "Sends the standard workload to a fresh weir up and accounts for every line of it."
                + " Exit status 1 if one is unaccounted for.")
public final class Pipeline implements Callable<Integer> {
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

    /** Exits with status 0 if every line is accounted for. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new Pipeline(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Load load = load();
        Scenario scenario = means ? Scenario.MEANS : Scenario.PLAIN;
        try (WeirProcess weir = WeirProcess.start(scenario.rules())) {
            Report report = new PipelineRun(load, meters -> scenario.count(weir, meters), means).run(weir);
            report.print(load);
            return report.isAccountedFor() ? 0 : 1;
        }
    }

    private Load load() {
        if (seconds < 1 || warmUp < 0 || rate < 1 || perDatagram < 1 || perDatagram > 500) {
            throw new IllegalArgumentException(
                    "SECONDS and RATE must be at least 1, the warm-up at least 0, PER_DATAGRAM 1 to 500");
        }
        long warmUpNanos = TimeUnit.SECONDS.toNanos(warmUp);
        return new Load(rate, perDatagram, Load.NO_LIMIT, warmUpNanos, TimeUnit.SECONDS.toNanos(seconds));
    }
}
