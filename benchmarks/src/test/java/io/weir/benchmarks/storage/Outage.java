package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.PacedLog;
import io.weir.benchmarks.harness.Table;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Stops the database under load and restarts it; then repeatedly kills the database or the writer
 * at random moments. Finally a query must find every sent line exactly once.
 */
final class Outage {
    private static final int SERIES = 100_000;
    private static final Topics TOPICS = new Topics("");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 100;
    private static final int SHORTEST_LIFE_SECONDS = 5;
    private static final int LONGEST_LIFE_SECONDS = 20;
    private static final int LONGEST_GAP_SECONDS = 5;

    private final Path influxd;
    private final int rate;
    private final Duration outage;
    private final int kills;
    private final long seed;
    private final Table table = new Table();

    /** @param rate constant lines/s */
    Outage(Path influxd, int rate, Duration outage, int kills, long seed) {
        this.influxd = influxd;
        this.rate = rate;
        this.outage = outage;
        this.kills = kills;
        this.seed = seed;
    }

    /** Returns whether every line was stored and no other. */
    boolean measure() throws IOException, InterruptedException {
        try (KafkaProcess kafka = KafkaProcess.start();
                InfluxServer server = InfluxServer.start(influxd, Map.of())) {
            LogTopic topic = new LogTopic(kafka, TOPICS, TOPICS.storage(), Writer.PARTITIONS);
            topic.create();
            MetricLog log = new MetricLog(SERIES, Clock.systemUTC().millis() - outage.toMillis(), rate);
            // As many lines as arrive during the outage, so that plain writing has a comparable
            // load.
            topic.add(log, rate * outage.toSeconds());
            PacedLog load = new PacedLog(kafka, topic, log, rate);
            Writer writer = Writer.start(kafka, TOPICS, server, Map.of());
            try {
                writer.awaitReady();
                double plain = catchUp(writer, server, "plain writing");
                stop(server);
                double after = catchUp(writer, server, "catching up");
                table.row("catching up : plain writing", after / plain, "points/s");
                writer = kill(kafka, server, writer);
                load.close();
                awaitLag(writer, 0);
            } finally {
                load.close();
                writer.close();
            }
            return account(kafka, server, log.lines());
        }
    }

    private void stop(InfluxServer server) throws IOException, InterruptedException {
        System.err.printf("the database is away for %d s%n", outage.toSeconds());
        server.stop();
        Thread.sleep(outage.toMillis());
        server.startAgain(Map.of());
    }

    /** Returns the points/s at which the lag in Kafka is written while further lines arrive. */
    private double catchUp(Writer writer, InfluxServer server, String what) throws IOException, InterruptedException {
        long beginNanos = System.nanoTime();
        long waiting = writer.lag() * MetricLog.LINES_PER_BATCH;
        System.err.printf("%s: %d lines wait%n", what, waiting);
        double perSecond = writer.load(waiting, writer.stored(), server).perSecond();
        table.row(what + ", points/s", Math.round(perSecond), waiting + " lines waited");
        awaitLag(writer, rate / MetricLog.LINES_PER_BATCH);
        table.row(
                what + ", s",
                (System.nanoTime() - beginNanos) / 1e9,
                "until no more than a second's worth waited, start included");
        return perSecond;
    }

    /** Returns the last writer. */
    private Writer kill(KafkaProcess kafka, InfluxServer server, Writer first)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        Writer writer = first;
        int databases = 0;
        for (int i = 0; i < kills; i++) {
            Thread.sleep(1_000L * random.nextInt(SHORTEST_LIFE_SECONDS, LONGEST_LIFE_SECONDS) + random.nextInt(1_000));
            int gapMillis = random.nextInt(LONGEST_GAP_SECONDS * 1_000);
            if (random.nextBoolean()) {
                System.err.printf("kill %d of %d: the database, back after %d ms%n", i + 1, kills, gapMillis);
                server.kill();
                Thread.sleep(gapMillis);
                server.startAgain(Map.of());
                databases++;
            } else {
                System.err.printf("kill %d of %d: the writer, back after %d ms%n", i + 1, kills, gapMillis);
                writer.kill();
                Thread.sleep(gapMillis);
                writer = Writer.start(kafka, TOPICS, server, Map.of());
            }
        }
        writer.awaitReady();
        table.row("killed, database", databases, "at random moments, seed " + seed);
        table.row("killed, writer", kills - databases, "");
        return writer;
    }

    private boolean account(KafkaProcess kafka, InfluxServer server, long sent)
            throws IOException, InterruptedException {
        long found = server.ask(Writer.DATABASE, "SELECT count(value) FROM cpu_usage");
        long rejected = kafka.records(TOPICS.rejected());
        table.row("sent", sent, "no two with the same series and stamp");
        table.row("rejected", rejected, "");
        table.row("stored", found, "by query");
        table.row("stored : valid", (double) found / sent, "");
        table.row("missing, or there twice", Math.abs(sent - found), "");
        table.print(String.format(
                Locale.ROOT, "%d points/s of %d series, the database away for %d s", rate, SERIES, outage.toSeconds()));
        return found == sent && rejected == 0;
    }

    /**
     * Waits until the lag is at most {@code atMost} records, or has not decreased for a long time.
     */
    private static void awaitLag(Writer writer, long atMost) throws IOException, InterruptedException {
        long before = Long.MAX_VALUE;
        long movedNanos = System.nanoTime();
        for (long lag = writer.lag(); lag > atMost; lag = writer.lag()) {
            if (lag < before) {
                before = lag;
                movedNanos = System.nanoTime();
            } else if (System.nanoTime() - movedNanos > PATIENCE.toNanos()) {
                return;
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }
}
