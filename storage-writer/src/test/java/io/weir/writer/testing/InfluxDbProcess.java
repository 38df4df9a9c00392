package io.weir.writer.testing;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.testing.Program.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * An InfluxDB 1.x of this machine that may be killed and started again on the same port and data: the {@code influxd} on the
 * PATH. Without one, a test that needs it is skipped, or fails with {@code WEIR_TEST_NO_SKIPS=true}.
 */
public final class InfluxDbProcess implements AutoCloseable {
    private static final String DATABASE = "metrics";

    private final Program program;
    private final Map<String, String> environment;
    private final String address = "127.0.0.1:" + FreePort.find();
    private final Path directory;
    private @Nullable Running running;

    /** A stopped one with its data in a new temporary directory. */
    InfluxDbProcess(Program program, Map<String, String> environment) {
        this(program, environment, newDirectory());
    }

    private InfluxDbProcess(Program program, Map<String, String> environment, Path directory) {
        this.program = program;
        this.directory = directory;
        this.environment = new HashMap<>(Map.of(
                "INFLUXDB_META_DIR", "DIRECTORY/meta",
                "INFLUXDB_DATA_DIR", "DIRECTORY/data",
                "INFLUXDB_DATA_WAL_DIR", "DIRECTORY/wal",
                "INFLUXDB_HTTP_BIND_ADDRESS", address,
                "INFLUXDB_BIND_ADDRESS", "127.0.0.1:" + FreePort.find(),
                "INFLUXDB_REPORTING_DISABLED", "true",
                "INFLUXDB_MONITOR_STORE_ENABLED", "false"));
        this.environment.putAll(environment);
    }

    /** A running one with further settings, such as {@code INFLUXDB_DATA_MAX_SERIES_PER_DATABASE}. */
    public static InfluxDbProcess start(Map<String, String> environment) {
        return new InfluxDbProcess(program(), environment).start();
    }

    /** A running one that keeps its data here, which must be empty. */
    public static InfluxDbProcess startIn(Path directory) {
        return new InfluxDbProcess(program(), Map.of(), directory).start();
    }

    /** Returns once it answers. */
    public InfluxDbProcess start() {
        running = program.start(List.of("-config", "/dev/null"), environment, directory);
        Awaited.answer("InfluxDB 1.x", () -> ask().answers("/ping", 204), this::close);
        return this;
    }

    /** Ends it at once ({@code kill -9}); its data stays. */
    public void kill() {
        if (running != null) {
            running.process().destroyForcibly().onExit().join();
        }
    }

    /** Ends it as an operator does ({@code SIGTERM}); its data stays. */
    public void stop() {
        if (running != null) {
            running.process().destroy();
            running.process().onExit().join();
        }
    }

    /** A database's address for the writer. */
    public String url() {
        return "influxdb1://" + address + "/" + DATABASE;
    }

    /** The same for a user. */
    public String url(String user) {
        return url().replace("//", "//" + user + "@");
    }

    String address() {
        return address;
    }

    /** The first series of a query's result: an object with {@code columns} and {@code values}; missing if empty. */
    public JsonNode series(String query) {
        return ask().series(DATABASE, query);
    }

    /** The last cell of the first row of a query's result, such as a count; empty if there is none. */
    public String value(String query) {
        return ask().value(DATABASE, query);
    }

    /** Whether {@code path} is answered without an error. */
    public boolean does(String path) {
        return ask().answers(path, 200);
    }

    @Override
    public void close() {
        if (running != null) {
            running.end();
        }
    }

    private InfluxQl ask() {
        return new InfluxQl(address, Optional.empty());
    }

    private static Program program() {
        Optional<Program> found = Program.influxd(1);
        if (found.isEmpty()) {
            if (Variables.noSkips()) {
                fail(RealInfluxDb.MISSING);
            }
            Assumptions.abort(RealInfluxDb.MISSING);
        }
        return found.get();
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("weir-influxd");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
