package io.weir.benchmarks.alarming;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Beside;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.Rate;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the capacity and the latency of alarming. */
@Command(
        name = "alarming.sh",
        description =
                "Measures alarming: what a stream thread judges, how old an alarm is when a control system has it, and an"
                        + " avalanche of alarms.")
public final class AlarmingBenchmark implements Callable<Integer> {
    private static final int LINES_PER_SECOND = 600_000;
    private static final int SERIES = 100_000;

    /** Measurements that can be run alone. */
    enum Part {
        /** Conditions of the standard workload, one stream thread. */
        CONDITIONS,
        /** Latency from the datagram to a consumer of alarms.events, with everything running. */
        LATENCY,
        /** Many alarms within a second. */
        AVALANCHE
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--lines", paramLabel = "N", defaultValue = "20000000", description = "In the log of conditions.")
    private long lines;

    @Option(names = "--rules", paramLabel = "N", defaultValue = "10000", description = "Of alarms, in conditions.")
    private int rules;

    @Option(
            names = "--rates",
            paramLabel = "N",
            split = ",",
            defaultValue = "100000,50000,20000",
            description = "Metrics/s beside the latency, one after the other.")
    private List<Integer> rates = List.of();

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60", description = "For which latency is looked at.")
    private int seconds;

    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "150", description = "Before that.")
    private int warmUp;

    @Option(
            names = "--stops",
            description = "Looks also when an alarm was where on its way, which costs processor time.")
    private boolean stops;

    @Option(names = "--alarms", paramLabel = "N", defaultValue = "50000", description = "In the avalanche.")
    private int alarms;

    /** Exits with status 0 after all measurements. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new AlarmingBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (Part part : parts) {
            switch (part) {
                case CONDITIONS -> conditions();
                case LATENCY -> AlarmLatency.measure(new Beside(rates, warmUp, seconds), stops);
                case AVALANCHE -> Avalanche.measure(alarms);
            }
        }
        return 0;
    }

    private void conditions() throws IOException, InterruptedException {
        Table table = new Table();
        for (int count : List.of(1, rules)) {
            try (KafkaProcess kafka = KafkaProcess.start();
                    TemporaryDirectory directory = TemporaryDirectory.create()) {
                MetricLog log = MetricLog.untilNow(SERIES, lines, LINES_PER_SECOND);
                long filled = new LogTopic(kafka, new Topics("").alarming()).fill(log, lines);
                Path file = AlarmRules.write(directory.path(), count);
                try (WeirService weir = WeirService.start("alarming", kafka, file, directory.path(), List.of())) {
                    Rate judged = weir.process(filled);
                    judged.print(table, count + " rules");
                    table.row(count + " rules, changes", weir.count("alarming_conditions"), "of conditions, in all");
                    table.row(count + " rules, live heap, MiB", weir.liveHeap() >> 20, "");
                }
            }
        }
        table.print("Conditions of 100 000 series, one stream thread");
    }
}
