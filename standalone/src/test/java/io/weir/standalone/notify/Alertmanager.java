package io.weir.standalone.notify;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.standalone.meter.MeterSample;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.Program;
import io.weir.writer.testing.Variables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Alertmanager in a separate process, which may be ended and started again at the same
 * address. If it is missing, the test is skipped with a line that names the package to install;
 * with {@code WEIR_TEST_NO_SKIPS=true} it fails instead.
 */
final class Alertmanager implements AutoCloseable {
    private static final String MISSING =
            "No Alertmanager to test against: install Debian's prometheus-alertmanager package"
                    + " (apt install prometheus-alertmanager; prometheus-alertmanager on the PATH is enough)";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Program program;
    private final Path config;
    private final String url = "http://127.0.0.1:" + FreePorts.next();
    private Program.@Nullable Running running;

    /**
     * Starts one.
     *
     * @param receivers the routes and receivers of its configuration
     */
    Alertmanager(Path directory, String receivers) {
        program = required("prometheus-alertmanager");
        try {
            config = Files.writeString(Files.createTempFile(directory, "alertmanager", ".yml"), receivers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    /** Starts one that notifies no receiver. */
    Alertmanager(Path directory) {
        this(directory, "{route: {receiver: nobody}, receivers: [{name: nobody}]}");
    }

    /** A program of its package. */
    static Program required(String name) {
        Optional<Program> found = Program.named(name);
        if (found.isEmpty()) {
            if (Variables.noSkips()) {
                Assertions.fail(MISSING);
            }
            Assumptions.abort(MISSING);
        }
        return found.orElseThrow();
    }

    String url() {
        return url;
    }

    /** Starts it again, with an empty memory. */
    void start() {
        running = program.start(
                List.of(
                        "--config.file=" + config,
                        "--storage.path=DIRECTORY",
                        "--web.listen-address=" + url.substring("http://".length()),
                        "--cluster.listen-address="),
                Map.of());
        eventually("Alertmanager is ready", () -> ask("/-/ready").isPresent());
    }

    /** Kills it. */
    void end() {
        if (running != null) {
            running.end();
            running = null;
        }
    }

    /** Each active alert, as {@code ID SEVERITY}. */
    List<String> lasting() {
        List<String> alerts = new ArrayList<>();
        alerts().forEach(alert -> alerts.add(alert.get("labels").get("id").textValue() + " "
                + alert.get("labels").get("severity").textValue()));
        alerts.sort(null);
        return alerts;
    }

    /** The active alerts in its own format. */
    JsonNode alerts() {
        try {
            return new ObjectMapper().readTree(ask("/api/v2/alerts").orElse("[]"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of active alerts, by its own meter; -1 if it does not answer. */
    double active() {
        return ask("/metrics").stream()
                .flatMap(page -> MeterSample.all(page, "alertmanager_alerts"))
                .filter(sample -> "active".equals(sample.labels().get("state")))
                .mapToDouble(MeterSample::value)
                .findFirst()
                .orElse(-1);
    }

    void awaitLasting(String... alerts) {
        try {
            eventually("Alertmanager holds " + List.of(alerts), () -> lasting().equals(List.of(alerts)));
        } catch (AssertionError e) {
            throw new AssertionError("it holds " + lasting(), e);
        }
    }

    private Optional<String> ask(String path) {
        try {
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString(UTF_8));
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end();
    }
}
