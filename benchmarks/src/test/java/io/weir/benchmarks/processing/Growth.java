package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.CpuShares;
import io.weir.benchmarks.harness.CpuShares.Part;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.PacedLog;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the cost of the same load with different numbers of instances, and whether each window
 * is emitted once.
 */
final class Growth {
    /** Kinds of threads of a service. */
    static final List<Part> PARTS = List.of(
            new Part("stream threads", "StreamThread-\\d+$"),
            new Part("sending", "kafka-producer-network-thread"),
            new Part("compiler", "CompilerThread"),
            new Part("garbage collection", "^G1 |^GC Thread"),
            new Part("others", ""));

    private static final Path RULES = Path.of("benchmarks", "scale.yaml");
    private static final int PARTITIONS = 8;
    /**
     * A multiple of the lines in a round of batches to all partitions, so that each series stays on
     * one partition.
     */
    private static final int SERIES = 13 * PARTITIONS * MetricLog.LINES_PER_BATCH;
    /** Extra time for a load that starts late. */
    private static final int SPARE_SECONDS = 60;

    private final int rate;
    private final Duration warmUp;
    private final Duration measured;
    private final List<String> options;

    /**
     * @param rate constant total lines/s
     * @param options Java options of the services
     */
    Growth(int rate, Duration warmUp, Duration measured, List<String> options) {
        this.rate = rate;
        this.warmUp = warmUp;
        this.measured = measured;
        this.options = options;
    }

    /**
     * The result for a number of instances.
     *
     * @param lines lines read during the measurement
     * @param mostShare share of the lines that the busiest instance read
     * @param micros processor time per line, of all instances
     * @param kafkaMicros processor time per line, of the brokers
     * @param parts micros by kind of thread
     * @param lost lines that were late or rejected
     */
    record Measured(
            int instances,
            long lines,
            double perSecond,
            double mostShare,
            double micros,
            double kafkaMicros,
            Map<String, Double> parts,
            long lost,
            long windows,
            long missing,
            long wrong) {
        boolean isExact() {
            return lost == 0 && missing == 0 && wrong == 0;
        }
    }

    /** Measures with new brokers, topics and instances. */
    Measured measure(int instances) throws IOException, InterruptedException {
        try (KafkaProcess kafka = KafkaProcess.startThree();
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            LogTopic raw = new LogTopic(kafka, new Topics(""), new Topics("").raw(), PARTITIONS);
            raw.create();
            List<WeirService> services = new ArrayList<>();
            try {
                for (int i = 0; i < instances; i++) {
                    services.add(start(kafka, directory.path().resolve("state" + i)));
                }
                for (WeirService service : services) {
                    service.awaitReady();
                }
                return measure(kafka, raw, services);
            } finally {
                services.forEach(WeirService::close);
            }
        }
    }

    private WeirService start(KafkaProcess kafka, Path state) throws IOException {
        Map<String, String> settings = Map.of(
                "WEIR_KAFKA_PARTITIONS",
                "" + PARTITIONS,
                "WEIR_KAFKA_REPLICATION",
                "" + kafka.brokers(),
                "WEIR_PROCESSING_RULES",
                RULES.toString(),
                "WEIR_PROCESSING_STATE_DIRECTORY",
                state.toString());
        return WeirService.start(List.of("processing"), kafka, settings, options);
    }

    private Measured measure(KafkaProcess kafka, LogTopic raw, List<WeirService> services)
            throws IOException, InterruptedException {
        CpuShares shares = new CpuShares(services.stream().map(WeirService::pid).toList(), PARTS);
        long begin = Clock.systemUTC().millis();
        WindowLedger ledger =
                new WindowLedger(SERIES, begin, (int) (warmUp.plus(measured).toSeconds() + SPARE_SECONDS));
        MetricLog log = new MetricLog(SERIES, begin, rate, ledger::sent);
        Moment from;
        Moment to;
        PacedLog load = new PacedLog(kafka, raw, log, rate);
        try {
            Thread.sleep(warmUp.toMillis());
            shares.begin();
            from = moment(kafka, services);
            Thread.sleep(measured.toMillis());
            to = moment(kafka, services);
            shares.end();
        } finally {
            load.close();
        }
        raw.end(log);
        new StoredWindows(kafka, ledger).read();
        long lines = to.lines() - from.lines();
        Map<String, Double> parts = new LinkedHashMap<>();
        PARTS.forEach(part -> parts.put(part.name(), shares.seconds(part.name()) * 1e6 / lines));
        return new Measured(
                services.size(),
                lines,
                lines / ((to.nanos - from.nanos) / 1e9),
                (double) to.most(from) / lines,
                micros(to.cpu.minus(from.cpu), lines),
                micros(to.kafkaCpu.minus(from.kafkaCpu), lines),
                parts,
                log.lines()
                        - moment(kafka, services).lines()
                        + sum(services, "processing_late")
                        + sum(services, "processing_rejected"),
                ledger.windows(),
                ledger.missing(),
                ledger.wrong());
    }

    private record Moment(List<Long> byInstance, long nanos, Duration cpu, Duration kafkaCpu) {
        long lines() {
            return byInstance.stream().mapToLong(lines -> lines).sum();
        }

        /** Returns the lines that the busiest instance has read since then. */
        long most(Moment from) {
            long most = 0;
            for (int i = 0; i < byInstance.size(); i++) {
                most = Math.max(most, byInstance.get(i) - from.byInstance.get(i));
            }
            return most;
        }
    }

    private static Moment moment(KafkaProcess kafka, List<WeirService> services)
            throws IOException, InterruptedException {
        List<Long> lines = new ArrayList<>();
        Duration cpu = Duration.ZERO;
        for (WeirService service : services) {
            lines.add(service.count("processing_metrics"));
            cpu = cpu.plus(service.cpu());
        }
        return new Moment(lines, System.nanoTime(), cpu, kafka.cpu());
    }

    private static long sum(List<WeirService> services, String meter) throws IOException, InterruptedException {
        long sum = 0;
        for (WeirService service : services) {
            sum += service.count(meter);
        }
        return sum;
    }

    private static double micros(Duration cpu, long lines) {
        return cpu.toNanos() / 1e3 / lines;
    }
}
