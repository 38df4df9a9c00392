package io.weir.benchmarks.late;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A QuestDB process with a sample per minute of each series. Each measurement {@code m0}, {@code m1}… has 1 000 hosts
 * in ten detectors. Values are waves between 0 and 1. The history reaches into the future, so that no writer is needed.
 */
final class StoredHistory implements AutoCloseable {
    static final int HOSTS = 1_000;
    static final int DETECTORS = 10;

    private static final Duration PAST = Duration.ofMinutes(7 * 60 + 15);
    private static final Duration FUTURE = Duration.ofMinutes(45);
    private static final String UNAPPLIED = "SELECT count() FROM wal_tables() WHERE sequencerTxn > writerTxn";
    private static final long LOOK_EVERY_MILLIS = 500;

    private final TemporaryDirectory directory = TemporaryDirectory.create();
    private final Http http = new Http(FreePorts.next());
    private final Child process;

    private StoredHistory() throws IOException {
        process = Child.java(QuestDbServer.class.getName(), directory.path().toString(), "" + http.port());
    }

    /** Returns when all series can be queried. */
    static StoredHistory start(int measurements) throws IOException, InterruptedException {
        StoredHistory history = new StoredHistory();
        Runtime.getRuntime().addShutdownHook(new Thread(history::close));
        history.process.await(history.http, "/exec?query=" + Http.escaped("SELECT 1"));
        for (int i = 0; i < measurements; i++) {
            history.fill("m" + i);
        }
        while (history.count(UNAPPLIED) > 0) {
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        return history;
    }

    private void fill(String measurement) throws IOException, InterruptedException {
        run("CREATE TABLE " + measurement + " (hostname SYMBOL, detector SYMBOL, value DOUBLE, timestamp TIMESTAMP)"
                + " TIMESTAMP(timestamp) PARTITION BY HOUR WAL");
        Instant begin = Instant.now().minus(PAST).truncatedTo(ChronoUnit.MINUTES);
        long rows = PAST.plus(FUTURE).toMinutes() * HOSTS;
        run("INSERT INTO " + measurement + " SELECT concat('flp', (x - 1) % " + HOSTS + "), concat('d', (x - 1) % "
                + HOSTS + " / " + HOSTS / DETECTORS + "), 0.5 + 0.5 * sin((x - 1) / " + HOSTS + " / 50.0 + (x - 1) % "
                + HOSTS + "), dateadd('m', ((x - 1) / " + HOSTS + ")::int, '" + begin + "'::timestamp)"
                + " FROM long_sequence(" + rows + ")");
    }

    private void run(String statement) throws IOException, InterruptedException {
        http.get("/exec?query=" + Http.escaped(statement));
    }

    private long count(String query) throws IOException, InterruptedException {
        return Long.parseLong(
                http.get("/exp?query=" + Http.escaped(query)).strip().split("\r?\n")[1]);
    }

    /** The number of samples of all series. */
    long samples(int measurements) throws IOException, InterruptedException {
        long samples = 0;
        for (int i = 0; i < measurements; i++) {
            samples += count("SELECT count() FROM m" + i);
        }
        return samples;
    }

    /** Its address, as the setting {@code late.store} has it. */
    String url() {
        return "questdb://127.0.0.1:" + http.port();
    }

    /** The processor time since it started. */
    Duration cpu() {
        return process.cpu();
    }

    @Override
    public synchronized void close() {
        process.close();
        directory.close();
    }
}
