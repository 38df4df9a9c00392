package io.weir.benchmarks.harness;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.time.Duration;

/** A QuestDB process with a new directory, which {@link #close} removes. */
public final class QuestDbProcess implements AutoCloseable {
    private static final String UNAPPLIED = "SELECT count() FROM wal_tables() WHERE sequencerTxn > writerTxn";
    private static final long LOOK_EVERY_MILLIS = 500;

    private final TemporaryDirectory directory = TemporaryDirectory.create();
    private final Http http = new Http(FreePorts.next());
    private final Child process;

    private QuestDbProcess() throws IOException {
        process = Child.java(QuestDbServer.class.getName(), directory.path().toString(), "" + http.port());
    }

    /** Returns after it answers. */
    public static QuestDbProcess start() throws IOException, InterruptedException {
        QuestDbProcess started = new QuestDbProcess();
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        started.process.await(started.http, "/exec?query=" + Http.escaped("SELECT 1"));
        return started;
    }

    /** Returns a client of the server. */
    public Http http() {
        return http;
    }

    /** Returns its address, as settings of stores have it. */
    public String url() {
        return "questdb://127.0.0.1:" + http.port();
    }

    /** Runs a statement that changes something. */
    public void run(String statement) throws IOException, InterruptedException {
        http.get("/exec?query=" + Http.escaped(statement));
    }

    /** Returns the whole number that a query returns. */
    public long count(String query) throws IOException, InterruptedException {
        return Long.parseLong(
                http.get("/exp?query=" + Http.escaped(query)).strip().split("\r?\n")[1]);
    }

    /** Returns once queries see all rows that were written. */
    public void awaitApplied() throws IOException, InterruptedException {
        while (count(UNAPPLIED) > 0) {
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    /** Returns the processor time since it started. */
    public Duration cpu() {
        return process.cpu();
    }

    @Override
    public synchronized void close() {
        process.close();
        directory.close();
    }
}
