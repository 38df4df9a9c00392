package io.weir.benchmarks.storage;

import io.weir.benchmarks.gateway.Blast;
import io.weir.benchmarks.gateway.InfluxUdp;
import io.weir.benchmarks.gateway.Search;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.benchmarks.pipeline.Accounting;
import io.weir.benchmarks.pipeline.Arrival;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures how many lines from UDP a {@code weir up} with its own Kafka stores without loss,
 * unmodified, with one line per datagram and with ten.
 */
final class AllStored {
    /** Stores everything unmodified. */
    static final Path RULES = Path.of("benchmarks", "plain.yaml");

    private static final int SERIES = 100_000;
    private static final int WARM_UP_RATE = 100_000;
    private static final int TRIAL_SECONDS = 3;
    private static final int ROUNDS = 3;
    private static final String STORED = "writer_lines_stored";

    private final Path influxd;
    private final int seconds;
    private final int warmUpSeconds;
    private boolean isWhole = true;

    /** @param seconds duration of each load */
    AllStored(Path influxd, int seconds, int warmUpSeconds) {
        this.influxd = influxd;
        this.seconds = seconds;
        this.warmUpSeconds = warmUpSeconds;
    }

    /** Returns whether every line is accounted for, lost or not. */
    boolean measure() throws IOException, InterruptedException {
        long alone = withoutLoss();
        Table one = new Table();
        one.row("InfluxDB's UDP listener, lines/s", alone, "without loss, by itself");
        run(one, 1, List.of(2 * alone));
        one.print("Everything stored, one line per datagram");
        Table ten = new Table();
        run(ten, 10, List.of(300_000L, 600_000L));
        ten.print("Everything stored, ten lines per datagram");
        return isWhole;
    }

    private long withoutLoss() throws IOException, InterruptedException {
        try (InfluxUdp listener = InfluxUdp.start(influxd)) {
            Search search = new Search(listener, new Blast(80_000, 1, TRIAL_SECONDS, SERIES, 0));
            search.scout(TRIAL_SECONDS);
            for (int i = 0; i < ROUNDS; i++) {
                search.round();
            }
            return Math.round(search.linesPerSecond());
        }
    }

    private void run(Table table, int perDatagram, List<Long> rates) throws IOException, InterruptedException {
        try (InfluxServer server = InfluxServer.start(influxd, Map.of());
                WeirProcess weir = WeirProcess.start(RULES, Writer.store(server))) {
            Step before = send(weir, server, new Blast(WARM_UP_RATE, perDatagram, warmUpSeconds, SERIES, 0), 0);
            for (long rate : rates) {
                System.err.printf("%d lines/s for %d s%n", rate, seconds);
                Duration weirBefore = weir.cpu();
                Duration serverBefore = server.cpu();
                Step step = send(weir, server, new Blast(rate, perDatagram, seconds, SERIES, 0), before.end.sent());
                step.rows(table, rate + "/s: ", before.end);
                double lines = step.end.sent() - before.end.sent();
                table.row(
                        rate + "/s: µs per line, weir",
                        weir.cpu().minus(weirBefore).toNanos() / 1e3 / lines,
                        "processor time, with its Kafka");
                table.row(
                        rate + "/s: µs per line, InfluxDB",
                        server.cpu().minus(serverBefore).toNanos() / 1e3 / lines,
                        "processor time");
                isWhole &= step.end.unaccounted() == 0;
                before = step;
            }
        }
    }

    /**
     * The result of one load.
     *
     * @param end state of all lines sent so far
     * @param sentNanos time until all of the load was sent
     * @param storedMeanwhile lines stored in that time, of this load or earlier ones
     * @param allNanos time until a query found all of it
     */
    private record Step(Accounting end, long sentNanos, long storedMeanwhile, long allNanos) {
        void rows(Table table, String at, Accounting before) {
            long sent = end.sent() - before.sent();
            long lost = end.loss() - before.loss();
            double seconds = sentNanos / 1e9;
            table.row(at + "sent", sent, String.format(Locale.ROOT, "%.0f/s", sent / seconds));
            table.row(at + "lost", lost, end.kernelDrops() - before.kernelDrops() + " of them dropped by the kernel");
            table.row(at + "unaccounted for", end.unaccounted() - before.unaccounted(), "");
            table.row(at + "stored/s while it came", Math.round(storedMeanwhile / seconds), "");
            table.row(
                    at + "stored/s until all was",
                    Math.round((sent - lost) / (allNanos / 1e9)),
                    String.format(Locale.ROOT, "after %.1f s, found by query", allNanos / 1e9));
        }
    }

    /** Returns after all lines sent so far are stored: {@code earlier} lines and these. */
    private static Step send(WeirProcess weir, InfluxServer server, Blast blast, long earlier)
            throws IOException, InterruptedException {
        long storedBefore = weir.meters().count(STORED);
        long beginNanos = System.nanoTime();
        Sent sent = blast.send(weir.udpPort());
        long stored = weir.meters().count(STORED) - storedBefore;
        long lines = earlier + sent.lines();
        Sent all = new Sent(lines / blast.perDatagram(), lines, 0, 0, 0, sent.nanos());
        Accounting end = Arrival.await(weir, all, blast.perDatagram(), meters -> {
            long rows = server.ask(Writer.DATABASE, "SELECT count(value) FROM cpu");
            return meters.withStore(rows, rows);
        });
        return new Step(end, sent.nanos(), stored, System.nanoTime() - beginNanos);
    }
}
