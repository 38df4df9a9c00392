package io.weir.writer.testing;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.testing.Program.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A local HTTP server program that can be stopped and restarted with the same port and data.
 * Without the program, the test is skipped; with {@code WEIR_TEST_NO_SKIPS=true} it fails.
 */
public final class ServerProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Program program;
    private final List<String> arguments;
    private final String address = "127.0.0.1:" + FreePorts.next();
    private final Path directory;
    private @Nullable Running running;

    /** In arguments, {@code ADDRESS} is the server's, and {@code DIRECTORY} that of its files. */
    ServerProcess(Program program, List<String> arguments) {
        this.program = program;
        this.arguments = arguments;
        try {
            this.directory = Files.createTempDirectory("weir-" + program.path().getFileName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts Debian's VictoriaMetrics with further flags. */
    public static ServerProcess victoriaMetrics(String... flags) {
        return new ServerProcess(
                        found("victoria-metrics", "victoria-metrics"),
                        with(List.of("-httpListenAddr=ADDRESS", "-storageDataPath=DIRECTORY/data"), flags))
                .start();
    }

    /** Starts Debian's Prometheus as a receiver of remote write; {@code config} is its YAML file. */
    public static ServerProcess prometheus(String config, String... flags) {
        return prometheus(found("prometheus", "prometheus"), config, flags);
    }

    /**
     * The same with the Prometheus 3 that {@code WEIR_TEST_PROMETHEUS3} names. Without it, the test is
     * skipped and never fails, because distributions have only older ones.
     */
    public static ServerProcess prometheus3(String config, String... flags) {
        Program program = Variables.get("WEIR_TEST_PROMETHEUS3")
                .map(path -> new Program(Path.of(path)))
                .orElseGet(() -> Assumptions.abort("No Prometheus 3 to test against: go install"
                        + " github.com/prometheus/prometheus/cmd/prometheus@v0.316.0, and name the program in"
                        + " WEIR_TEST_PROMETHEUS3=/path/to/prometheus"));
        return prometheus(program, config, flags);
    }

    private static ServerProcess prometheus(Program program, String config, String... flags) {
        return new ServerProcess(
                        program,
                        with(
                                List.of(
                                        "--web.enable-remote-write-receiver",
                                        "--web.listen-address=ADDRESS",
                                        "--config.file=DIRECTORY/prometheus.yml",
                                        "--storage.tsdb.path=DIRECTORY/data"),
                                flags))
                .with("prometheus.yml", config)
                .start();
    }

    /** Writes a file to the server's directory; {@code ADDRESS} and {@code DIRECTORY} are as in arguments. */
    ServerProcess with(String file, String text) {
        try {
            String placed = text.replace("ADDRESS", address).replace("DIRECTORY", directory.toString());
            Files.writeString(directory.resolve(file), placed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Returns once it answers. */
    public ServerProcess start() {
        List<String> placed = arguments.stream()
                .map(argument -> argument.replace("ADDRESS", address))
                .toList();
        running = program.start(placed, Map.of(), directory);
        Awaited.answer(
                program.path().toString(), () -> status("/-/ready") != 0 && status("/-/ready") != 503, this::close);
        return this;
    }

    /** Stops it like an operator ({@code SIGTERM}); its data stays. */
    public void stop() {
        if (running != null) {
            running.process().destroy();
            running.process().onExit().join();
        }
    }

    /** Kills it ({@code SIGKILL}); its data stays. */
    public void kill() {
        if (running != null) {
            running.process().destroyForcibly().onExit().join();
        }
    }

    /** {@code HOST:PORT}. */
    public String address() {
        return address;
    }

    /** The text of an answer. */
    public String get(String path) {
        return body(request(path));
    }

    /** The text of the answer to a text. */
    public String post(String path, String text) {
        return body(request(path).POST(BodyPublishers.ofString(text)));
    }

    /** The text of the answer to a PUT of JSON. */
    public String put(String path, String json) {
        return body(request(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
    }

    /** The JSON of an answer. */
    public JsonNode json(String path) {
        try {
            return JSON.readTree(get(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it and removes its directory. Later calls do nothing. */
    @Override
    public synchronized void close() {
        if (running != null) {
            running.end();
            running = null;
        }
    }

    private static List<String> with(List<String> arguments, String... flags) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(Stream.of(flags).toList());
        return all;
    }

    /** 0 without an answer. */
    private int status(String path) {
        try {
            return send(request(path)).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private String body(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = send(request);
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException("HTTP " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The program of a Debian package. */
    static Program found(String name, String debianPackage) {
        return Program.named(name)
                .orElseGet(() -> missing("No " + name + " to test against: apt install " + debianPackage));
    }

    /** Skips the test, or lets it fail if no test may be skipped. */
    static Program missing(String message) {
        if (Variables.noSkips()) {
            fail(message);
        }
        return Assumptions.abort(message);
    }
}
