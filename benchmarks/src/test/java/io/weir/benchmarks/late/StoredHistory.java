package io.weir.benchmarks.late;

import io.weir.benchmarks.harness.QuestDbProcess;
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

    private final QuestDbProcess store;

    private StoredHistory(QuestDbProcess store) {
        this.store = store;
    }

    /** Returns when all series can be queried. */
    static StoredHistory start(int measurements) throws IOException, InterruptedException {
        StoredHistory history = new StoredHistory(QuestDbProcess.start());
        for (int i = 0; i < measurements; i++) {
            history.fill("m" + i);
        }
        history.store.awaitApplied();
        return history;
    }

    private void fill(String measurement) throws IOException, InterruptedException {
        store.run(
                "CREATE TABLE " + measurement + " (hostname SYMBOL, detector SYMBOL, value DOUBLE, timestamp TIMESTAMP)"
                        + " TIMESTAMP(timestamp) PARTITION BY HOUR WAL");
        Instant begin = Instant.now().minus(PAST).truncatedTo(ChronoUnit.MINUTES);
        long rows = PAST.plus(FUTURE).toMinutes() * HOSTS;
        store.run("INSERT INTO " + measurement + " SELECT concat('flp', (x - 1) % " + HOSTS
                + "), concat('d', (x - 1) % "
                + HOSTS + " / " + HOSTS / DETECTORS + "), 0.5 + 0.5 * sin((x - 1) / " + HOSTS + " / 50.0 + (x - 1) % "
                + HOSTS + "), dateadd('m', ((x - 1) / " + HOSTS + ")::int, '" + begin + "'::timestamp)"
                + " FROM long_sequence(" + rows + ")");
    }

    /** The number of samples of all series. */
    long samples(int measurements) throws IOException, InterruptedException {
        long samples = 0;
        for (int i = 0; i < measurements; i++) {
            samples += store.count("SELECT count() FROM m" + i);
        }
        return samples;
    }

    /** Its address, as the setting {@code late.store} has it. */
    String url() {
        return store.url();
    }

    /** The processor time since it started. */
    Duration cpu() {
        return store.cpu();
    }

    @Override
    public void close() {
        store.close();
    }
}
