package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.BenchmarkCommand;
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
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the capacity of processing, from topic to topic, compared with a topology of Kafka
 * Streams' DSL.
 */
@Command(
        name = "processing.sh",
        description = "Measures one stream thread of processing from metrics.raw to the feeds, beside the same average"
                + " written with Kafka Streams' DSL.")
public final class ProcessingBenchmark implements Callable<Integer> {
    private static final Path MEAN = Path.of("benchmarks", "mean.yaml");
    private static final Path PLAIN = Path.of("benchmarks", "plain.yaml");
    private static final Path EVERYTHING = Path.of("benchmarks", "everything.yaml");
    private static final int LINES_PER_SECOND = 600_000;
    private static final int SERIES = 100_000;
    private static final int RULES = 1_000;

    /** Measurements that can be run alone. */
    enum Part {
        /** A mean over 1 s of each series, and the same with the DSL. */
        MEAN,
        /** Every kind of rule on every line. */
        EVERYTHING,
        /** Latency from append to append, at half of the highest measured rate. */
        LATENCY,
        /** 1 000 to 1 000 000 series. */
        SERIES,
        /** 10 to 10 000 rules. */
        RULES,
        /** Time from a kill to the first line of a successor without local state. */
        RECOVERY
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--lines", paramLabel = "N", defaultValue = "10000000", description = "In each log.")
    private long lines;

    @Option(names = "--dsl-records", paramLabel = "N", defaultValue = "1000000", description = "For the DSL.")
    private int dslRecords;

    @Option(
            names = "--profile",
            description = "Tells by a flight recording what the stream thread was at. Costs a little of the rate.")
    private boolean isProfiled;

    /** Exits with status 0 after all measurements. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new ProcessingBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (Part part : parts) {
            switch (part) {
                case MEAN -> mean();
                case EVERYTHING -> {
                    Table table = new Table();
                    measure(EVERYTHING, RULES, SERIES).rate.print(table, "Weir");
                    table.print("Every kind of rule on every line, 1 000 rules, 100 000 series");
                }
                case LATENCY -> latency();
                case SERIES -> series();
                case RULES -> rules();
                case RECOVERY -> Recovery.measure(List.of(1_000, SERIES), lines, LINES_PER_SECOND);
            }
        }
        return 0;
    }

    private void mean() throws IOException, InterruptedException {
        Table table = new Table();
        Rate weir = measure(MEAN, RULES, SERIES).rate;
        weir.print(table, "Weir");
        try (KafkaProcess kafka = KafkaProcess.start();
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            Rate dsl = DslRun.run(kafka, directory.path(), SERIES, dslRecords);
            dsl.print(table, "Kafka Streams' DSL");
            table.row("Weir : Kafka Streams' DSL", weir.perSecond() / dsl.perSecond(), "metrics/s");
        }
        table.print("Mean over 1 s of each series, 1 000 rules, 100 000 series, one stream thread");
    }

    private void latency() throws IOException, InterruptedException {
        Rate most = measure(PLAIN, 1, SERIES).rate;
        Table table = new Table();
        most.print(table, "Weir");
        table.print("Everything stored, 100 000 series");
        long half = (long) most.perSecond() / 2;
        try (KafkaProcess kafka = KafkaProcess.start();
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            LogTopic raw = new LogTopic(kafka, new Topics("").raw());
            raw.create();
            Path rules = RuleFiles.write(directory.path(), PLAIN, 1);
            try (WeirService weir = WeirService.start("processing", kafka, rules, directory.path(), List.of())) {
                weir.awaitReady();
                MetricLog log = new MetricLog(SERIES, Clock.systemUTC().millis(), half);
                new FeedLatency(kafka, raw, log, 20_000).run(half, "Half of that, as it comes");
                weir.count("processing_metrics");
            }
        }
    }

    private void series() throws IOException, InterruptedException {
        Table table = new Table();
        long fewest = 0;
        for (int count : List.of(1_000, 10_000, 100_000, 1_000_000)) {
            Measured measured = measure(MEAN, RULES, count);
            measured.rate.print(table, count + " series");
            table.row(count + " series, live heap, MiB", measured.heap >> 20, "");
            fewest = count == 1_000 ? measured.heap : fewest;
            if (count == 1_000_000) {
                table.row("bytes per series", (measured.heap - fewest) / (count - 1_000), "of live heap");
            }
        }
        table.print("Mean over 1 s of each series, 1 000 rules");
    }

    private void rules() throws IOException, InterruptedException {
        Table table = new Table();
        for (int count : List.of(10, 100, 1_000, 10_000)) {
            measure(MEAN, count, SERIES).rate.print(table, count + " rules");
        }
        table.print("Mean over 1 s of each series, 100 000 series");
    }

    private record Measured(Rate rate, long heap) {}

    private Measured measure(Path base, int rules, int series) throws IOException, InterruptedException {
        try (KafkaProcess kafka = KafkaProcess.start();
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            long filled = new LogTopic(kafka, new Topics("").raw())
                    .fill(MetricLog.untilNow(series, lines, LINES_PER_SECOND), lines);
            Path file = RuleFiles.write(directory.path(), base, rules);
            Path recording = directory.path().resolve("weir.jfr");
            List<String> options = isProfiled
                    ? List.of("-XX:StartFlightRecording:filename=" + recording + ",settings=profile")
                    : List.of();
            Measured measured;
            Instant warm;
            try (WeirService weir = WeirService.start("processing", kafka, file, directory.path(), options)) {
                Rate rate = weir.process(filled);
                warm = Clock.systemUTC().instant().minus(rate.elapsed());
                measured = new Measured(rate, weir.liveHeap());
            }
            if (isProfiled) {
                StageShares.print(recording, warm, "What the stream thread is at, " + base.getFileName());
            }
            return measured;
        }
    }
}
