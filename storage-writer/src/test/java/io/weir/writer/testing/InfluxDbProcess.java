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
 * A local InfluxDB process that can be killed and restarted with the same port and data: the
 * {@code influxd} on the PATH, or for 2.x the one named by {@code WEIR_TEST_INFLUXD2}. Without it,
 * the test is skipped. For 1.x it fails with {@code WEIR_TEST_NO_SKIPS=true}.
 */
public final class InfluxDbProcess implements AutoCloseable {
    private static final String DATABASE = "metrics";
    static final String TOKEN = "weir-test-token";
    static final String ORG = "weir test";

    private final int major;
    private final Program program;
    private final Map<String, String> environment;
    private final String address = "127.0.0.1:" + FreePorts.next();
    private final Path directory;
    private boolean isSetUp;
    private @Nullable Running running;

    /** A stopped process with its data in a new temporary directory. */
    InfluxDbProcess(int major, Program program, Map<String, String> environment) {
        this(major, program, environment, newDirectory());
    }

    private InfluxDbProcess(int major, Program program, Map<String, String> environment, Path directory) {
        this.major = major;
        this.program = program;
        this.directory = directory;
        this.environment = new HashMap<>();
        if (major == 1) {
            this.environment.putAll(Map.of(
                    "INFLUXDB_META_DIR", "DIRECTORY/meta",
                    "INFLUXDB_DATA_DIR", "DIRECTORY/data",
                    "INFLUXDB_DATA_WAL_DIR", "DIRECTORY/wal",
                    "INFLUXDB_HTTP_BIND_ADDRESS", address,
                    "INFLUXDB_BIND_ADDRESS", "127.0.0.1:" + FreePorts.next(),
                    "INFLUXDB_REPORTING_DISABLED", "true",
                    "INFLUXDB_MONITOR_STORE_ENABLED", "false"));
        }
        this.environment.putAll(environment);
    }

    /** Starts 1.x with further settings, such as {@code INFLUXDB_DATA_MAX_SERIES_PER_DATABASE}. */
    public static InfluxDbProcess start(Map<String, String> environment) {
        return new InfluxDbProcess(1, program(1), environment).start();
    }

    /** Starts 1.x or 2.x. */
    public static InfluxDbProcess start(int major) {
        return new InfluxDbProcess(major, program(major), Map.of()).start();
    }

    /** The same with its data in this directory, which must be empty. */
    public static InfluxDbProcess startIn(Path directory, int major) {
        return new InfluxDbProcess(major, program(major), Map.of(), directory).start();
    }

    /** Returns once it answers. */
    public InfluxDbProcess start() {
        running = program.start(arguments(), environment, directory);
        Awaited.answer(
                "InfluxDB " + major + ".x",
                () -> major == 1 ? ask().answers("/ping", 204) : ask().answers("/health", 200),
                this::close);
        if (major == 2 && !isSetUp) {
            setUp(address);
            isSetUp = true;
        }
        return this;
    }

    /** Creates the token and the organization of a new InfluxDB 2.x. */
    static void setUp(String address) {
        new InfluxQl(address, Optional.empty()).json("POST", "/api/v2/setup", """
                        {"username": "weir", "password": "weir-test", "org": "%s", "bucket": "first", "token": "%s"}
                        """.formatted(ORG, TOKEN));
    }

    private List<String> arguments() {
        return major == 1
                ? List.of("-config", "/dev/null")
                : List.of(
                        "run",
                        "--reporting-disabled",
                        "--http-bind-address=" + address,
                        "--engine-path=DIRECTORY/engine",
                        "--bolt-path=DIRECTORY/influxd.bolt",
                        "--sqlite-path=DIRECTORY/influxd.sqlite");
    }

    /** Kills it ({@code kill -9}); its data stays. */
    public void kill() {
        if (running != null) {
            running.process().destroyForcibly().onExit().join();
        }
    }

    /** Stops it like an operator ({@code SIGTERM}); its data stays. */
    public void stop() {
        if (running != null) {
            running.process().destroy();
            running.process().onExit().join();
        }
    }

    /** The address of the database or bucket {@code metrics}, for the writer. */
    public String url() {
        return urlOf(DATABASE);
    }

    /** The address of another database or bucket. */
    public String urlOf(String database) {
        return major == 1
                ? "influxdb1://" + address + "/" + database
                : "influxdb2://" + address + "/" + database + "?org=" + InfluxQl.encoded(ORG);
    }

    /** The writer's token, if one is required. */
    public Optional<String> token() {
        return major == 1 ? Optional.empty() : Optional.of(TOKEN);
    }

    /**
     * The token as a setting of the writer. Creates the token file in the directory; empty if no
     * token is required.
     */
    public String tokenSetting(Path directory) throws IOException {
        Optional<String> token = token();
        return token.isEmpty() ? "" : "token-file: " + Files.writeString(directory.resolve("token"), token.get());
    }

    /** The address with a user of 1.x. */
    public String url(String user) {
        return url().replace("//", "//" + user + "@");
    }

    /** {@code HOST:PORT}. */
    public String address() {
        return address;
    }

    /**
     * The first series of a query's result: an object with {@code columns} and {@code values};
     * missing if empty.
     */
    public JsonNode series(String query) {
        return ask().series(DATABASE, query);
    }

    /** The last cell of the first row of a query's result, such as a count; empty without rows. */
    public String value(String query) {
        return ask().value(DATABASE, query);
    }

    /** Whether a request for {@code path} succeeds. */
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
        return new InfluxQl(address, token());
    }

    private static Program program(int major) {
        Optional<Program> found = major == 1 ? Program.influxd(1) : InfluxDb2Sources.influxd();
        if (found.isEmpty()) {
            if (major == 1 && Variables.noSkips()) {
                fail(RealInfluxDb.MISSING);
            }
            Assumptions.abort(major == 1 ? RealInfluxDb.MISSING : RealInfluxDb2.MISSING);
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
