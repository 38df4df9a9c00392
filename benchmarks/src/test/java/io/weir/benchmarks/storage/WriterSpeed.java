package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.benchmarks.gateway.Median;
import io.weir.benchmarks.harness.BatchLog;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.Programs;
import io.weir.benchmarks.harness.Table;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the writer, from a log in Kafka, in turns with ready bodies of similar lines, each with
 * an empty database that was just started. The writer keeps running, as in production, and has
 * written as many lines before the measurement.
 */
final class WriterSpeed {
    private static final int SERIES = 100_000;
    private static final int LINES_PER_SECOND = 600_000;
    private static final Topics TOPICS = new Topics("");
    /**
     * Environment variable of a program to compare with: {@code ilp_blast.py HOST PORT PATH BODIES
     * LINES CONNECTIONS SERIES}. If set, all lines are like its own.
     */
    private static final String BLASTER = "ILP_BLAST";

    private static final Pattern BLASTED = Pattern.compile("= (\\d+)/s");

    private final Path influxd;
    private final long lines;
    private final int connections;
    private final Optional<Path> blaster = Programs.named(BLASTER);
    private final List<Written> written = new ArrayList<>();
    private final List<Loaded> posted = new ArrayList<>();
    private final List<Double> blasted = new ArrayList<>();

    private record Written(Loaded loaded, double brokerMicros) {
        double perSecond() {
            return loaded.perSecond();
        }

        double micros() {
            return loaded.loader().cpuMicrosPerMetric();
        }
    }

    WriterSpeed(Path influxd, long lines, int connections) {
        this.influxd = influxd;
        this.lines = lines;
        this.connections = connections;
    }

    void measure(int rounds) throws IOException, InterruptedException {
        long allLines = lines * (1 + rounds);
        long beginMillis = Clock.systemUTC().millis() - allLines * 1_000 / SERIES;
        ReadyBodies bodies = new ReadyBodies(log(beginMillis), lines);
        BatchLog log = log(beginMillis);
        try (KafkaProcess kafka = KafkaProcess.start();
                InfluxServer server = InfluxServer.start(influxd, Map.of());
                Writer writer = Writer.start(kafka, TOPICS, server, Map.of())) {
            LogTopic topic = new LogTopic(kafka, TOPICS, TOPICS.storage(), Writer.PARTITIONS);
            topic.create();
            writer.awaitReady();
            server.stop();
            Written first = write(writer, server, kafka, topic, log);
            System.err.printf(
                    "just started, not counted: Weir %.0f/s, %.2f µs per point%n", first.perSecond(), first.micros());
            for (int round = 0; round < rounds; round++) {
                written.add(write(writer, server, kafka, topic, log));
                post(bodies);
                System.err.printf(
                        "round %d: Weir %.0f/s, ready bodies %.0f/s%n",
                        round + 1,
                        written.get(round).perSecond(),
                        posted.get(round).perSecond());
                blast();
            }
        }
        print();
    }

    private BatchLog log(long beginMillis) {
        return blaster.isPresent()
                ? new BlasterLog(SERIES, beginMillis)
                : new MetricLog(SERIES, beginMillis, LINES_PER_SECOND);
    }

    /**
     * The topic grows while the database is down, so that everything is waiting when the database
     * starts. The database is down again afterwards.
     */
    private Written write(Writer writer, InfluxServer server, KafkaProcess kafka, LogTopic topic, BatchLog log)
            throws IOException, InterruptedException {
        long base = writer.stored();
        long before = log.lines();
        long waiting = topic.add(log, before + lines) - before;
        server.startAgain(Map.of());
        long brokerBefore = kafka.cpu().toNanos();
        Loaded loaded = writer.load(waiting, base, server);
        double brokerMicros = (kafka.cpu().toNanos() - brokerBefore) / 1e3 / waiting;
        server.tell("DROP DATABASE \"" + Writer.DATABASE + '"');
        server.stop();
        return new Written(loaded, brokerMicros);
    }

    private void post(ReadyBodies bodies) throws IOException, InterruptedException {
        try (InfluxServer server = InfluxServer.start(influxd, Map.of())) {
            server.create(Writer.DATABASE);
            posted.add(bodies.load(server, Writer.DATABASE, connections));
        }
    }

    private void blast() throws IOException, InterruptedException {
        if (blaster.isEmpty()) {
            return;
        }
        try (InfluxServer server = InfluxServer.start(influxd, Map.of())) {
            server.create(Writer.DATABASE);
            Process process = new ProcessBuilder(
                            "python3",
                            blaster.get().toString(),
                            "127.0.0.1",
                            "" + server.http().port(),
                            "/write?db=" + Writer.DATABASE,
                            "" + lines / ReadyBodies.LINES,
                            "" + ReadyBodies.LINES,
                            "" + connections,
                            "" + SERIES)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            Matcher rate = BLASTED.matcher(said);
            if (process.waitFor() != 0 || !rate.find()) {
                throw new IOException(blaster.get() + " failed: " + said);
            }
            System.err.print(said);
            blasted.add(Double.parseDouble(rate.group(1)));
        }
    }

    private void print() {
        Table table = new Table();
        double weir = median(written, Written::perSecond);
        double ready = median(posted, Loaded::perSecond);
        table.row(
                "Weir's writer, points/s",
                Math.round(weir),
                byRound(written.stream().map(Written::perSecond).toList()));
        table.row("ready bodies, points/s", Math.round(ready), byRound(rates(posted)) + "; the same kind of lines");
        table.row("Weir : ready bodies", ratio(rates(posted)), "points/s, median of the rounds");
        if (!blasted.isEmpty()) {
            double blast = Median.of(blasted);
            table.row("ilp_blast.py, points/s", Math.round(blast), byRound(blasted) + "; start included");
            table.row("Weir : ilp_blast.py", ratio(blasted), "points/s, median of the rounds");
        }
        table.row("Weir's writer, µs per point", median(written, Written::micros), "processor time of its process");
        table.row("broker, µs per point", median(written, Written::brokerMicros), "processor time while Weir writes");
        table.row(
                "InfluxDB, µs per point, Weir",
                median(written, each -> each.loaded().server().cpuMicrosPerMetric()),
                "processor time while Weir writes");
        table.row(
                "InfluxDB, µs per point, ready bodies",
                median(posted, each -> each.server().cpuMicrosPerMetric()),
                "the same with ready bodies");
        table.print(String.format(
                Locale.ROOT, "%d points of %d series, InfluxDB 1.x, %d connections", lines, SERIES, connections));
    }

    /** Compares within rounds, because a machine that is faster for a minute is faster for both. */
    private double ratio(List<Double> others) {
        return Median.of(IntStream.range(0, others.size())
                .mapToObj(round -> written.get(round).perSecond() / others.get(round))
                .toList());
    }

    private static List<Double> rates(List<Loaded> loads) {
        return loads.stream().map(Loaded::perSecond).toList();
    }

    private static <T> double median(List<T> loads, ToDoubleFunction<T> figure) {
        return Median.of(loads.stream().map(figure::applyAsDouble).toList());
    }

    private static String byRound(List<Double> rates) {
        return rates.stream()
                .map(rate -> String.format(Locale.ROOT, "%.0f k", rate / 1000))
                .collect(Collectors.joining(", ", "by round: ", ""));
    }
}
