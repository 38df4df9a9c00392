package io.weir.benchmarks.harness;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A real InfluxDB 1.x with default settings, except for its limit of 100 000 values per tag. It
 * runs as a process on free ports and logs warnings to this process's standard error. Its data is
 * in a temporary directory that {@link #close} removes.
 */
public final class InfluxServer implements AutoCloseable {
    private static final int NO_CONTENT = 204;

    private final Path influxd;
    private final TemporaryDirectory directory;
    private final Map<String, String> environment;
    private final Http http = new Http(FreePorts.next());
    private Child process;

    private InfluxServer(Path influxd, TemporaryDirectory directory, Map<String, String> settings) throws IOException {
        this.influxd = influxd;
        this.directory = directory;
        environment = new HashMap<>(Map.of(
                "INFLUXDB_META_DIR",
                directory.path().resolve("meta").toString(),
                "INFLUXDB_DATA_DIR",
                data().toString(),
                "INFLUXDB_DATA_WAL_DIR",
                directory.path().resolve("wal").toString(),
                "INFLUXDB_DATA_MAX_VALUES_PER_TAG",
                "0",
                "INFLUXDB_HTTP_BIND_ADDRESS",
                "127.0.0.1:" + http.port(),
                "INFLUXDB_HTTP_LOG_ENABLED",
                "false",
                "INFLUXDB_BIND_ADDRESS",
                "127.0.0.1:" + FreePorts.next(),
                "INFLUXDB_REPORTING_DISABLED",
                "true",
                "INFLUXDB_MONITOR_STORE_ENABLED",
                "false",
                "INFLUXDB_LOGGING_LEVEL",
                "warn"));
        environment.putAll(settings);
        environment.put("INFLUXDB_DATA_QUERY_LOG_ENABLED", "false");
        process = run(Map.of());
    }

    /**
     * Starts a server; returns after it answers.
     *
     * @param settings by their names in the environment, such as
     *     {@code INFLUXDB_DATA_INDEX_VERSION}
     */
    public static InfluxServer start(Path influxd, Map<String, String> settings)
            throws IOException, InterruptedException {
        InfluxServer server = new InfluxServer(influxd, TemporaryDirectory.create(), settings);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        server.process.await(server.http, "/ping", NO_CONTENT);
        return server;
    }

    /** Returns a client of the server. */
    public Http http() {
        return http;
    }

    /** Returns the store URL for Weir's writer. */
    public String storeUrl(String database) {
        return "influxdb1://127.0.0.1:" + http.port() + "/" + database;
    }

    /** Creates a database unless it exists. */
    public void create(String database) throws IOException, InterruptedException {
        tell("CREATE DATABASE \"" + database + '"');
    }

    /** Executes a statement that changes something. */
    public void tell(String influxQl) throws IOException, InterruptedException {
        String answer = http.post("/query?q=" + Http.escaped(influxQl));
        if (answer.contains("\"error\"")) {
            throw new IOException(influxQl + ": " + answer);
        }
    }

    /**
     * Gives a database the tiers of a rule file by {@code weir storage apply}, which computes new tiers from the stored
     * points. The working directory must be a built repository.
     */
    public void applyTiers(String database, Path rules) throws IOException, InterruptedException {
        ProcessBuilder weir = new ProcessBuilder(
                "./weir", "storage", "apply", "--store", storeUrl(database), "--rules", rules.toString());
        try (Child apply = Child.start(weir)) {
            if (apply.waitFor() != 0) {
                throw new IOException("weir storage apply failed, see above");
            }
        }
    }

    /** Returns the last number in the answer to a query; 0 without one. */
    public long ask(String database, String influxQl) throws IOException, InterruptedException {
        String answer =
                http.get("/query?db=" + Http.escaped(database) + "&q=" + Http.escaped(influxQl), "application/csv");
        String last = answer.strip().substring(answer.strip().lastIndexOf('\n') + 1);
        String number = last.substring(last.lastIndexOf(',') + 1);
        return number.isEmpty() || !last.contains(",") ? 0 : (long) Double.parseDouble(number);
    }

    /** Returns the processor time since the last start. */
    public Duration cpu() {
        return process.cpu();
    }

    /**
     * Returns the directory of the data that is no longer only in the log:
     * {@code DATABASE/POLICY/SHARD}.
     */
    public Path data() {
        return directory.path().resolve("data");
    }

    /** Stops the server as an operator does; the data stays. */
    public void stop() {
        process.close();
    }

    /** Kills the server. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** Restarts the server with its data; returns after it answers. */
    public void startAgain(Map<String, String> settings) throws IOException, InterruptedException {
        process = run(settings);
        process.await(http, "/ping", NO_CONTENT);
    }

    /** Stops the server and removes its directory. */
    @Override
    public synchronized void close() {
        process.close();
        directory.close();
    }

    private Child run(Map<String, String> settings) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(influxd.toString(), "-config", "/dev/null");
        builder.environment().putAll(environment);
        builder.environment().putAll(settings);
        return Child.start(builder);
    }
}
