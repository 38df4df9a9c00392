package io.weir.gateway.scrape;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Exporter;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that files and services list. */
class ScrapeDiscoveryTest {
    private static final String STAMP = " [0-9]{19}";

    private Exporter exporter;
    private Exporter other;
    private Path folder;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        exporter = Exporter.start().exposing("load 1\n");
        other = Exporter.start().exposing("load 2\n");
        folder = directory;
    }

    @AfterEach
    void stop() {
        exporter.close();
        other.close();
    }

    @Test
    void filesAreReadAgainAndTheirTargetsComeAndGo() throws IOException {
        write(
                "a.json",
                "[\n\t{\"targets\": [\"" + exporter.address()
                        + "\"],\n\t \"labels\": {\"rack\": \"A\\/1 \\u00e8\", \"empty\": \"\"}}\n]");
        try (OpenedInput input = OpenedInput.open(settings("file-sd: [{files: ['" + folder
                + "/*.json', '" + folder + "/b.yml', '/nowhere/*.yml'], refresh-interval: 100ms}], relabel: ["
                + "{source-labels: [__meta_filepath], regex: '.*/(.*)', target-label: file}]"))) {
            until(
                    input,
                    "load,file=a.json,instance=" + exporter.address() + ",job=node,rack=A/1\\\\ \u00e8 value=1"
                            + STAMP);

            write("b.yml", "- targets:\n    - " + other.address() + "\n  labels:\n    rack: 7\n");
            String labels = ",file=b.yml,instance=" + other.address() + ",job=node,rack=7 ";
            until(input, "load" + labels + "value=2" + STAMP);

            // A file that is not right changes nothing, and neither does an empty one.
            int before = other.requests().size();
            write("b.yml", "- targets: [a\n");
            await("scrapes", () -> other.requests().size() > before + 1);
            write("b.yml", "");
            await("scrapes", () -> other.requests().size() > before + 3);
            write("b.yml", "[{targets: [a], label: {}}]");
            await("scrapes", () -> other.requests().size() > before + 5);
            assertThat(input.has("up" + labels + "weir.*")).isFalse();

            Files.delete(folder.resolve("b.yml"));
            until(input, "load" + labels + "weir:end=true" + STAMP);
            until(input, "up" + labels + "weir:end=true" + STAMP);
            long scrapes = other.requests().size();
            int now = exporter.requests().size();
            await("scrapes of the first", () -> exporter.requests().size() > now + 2);
            assertThat(other.requests().size()).isEqualTo((int) scrapes);
            assertThat(input.has("up,file=a.json.*weir:end.*")).isFalse();
        }
    }

    @Test
    void aChangedIntervalAppliesWithoutEndingSeries() throws IOException {
        String list = "[{targets: ['" + exporter.address() + "'], labels: {__scrape_interval__: %s}}]";
        write("a.yml", list.formatted("1h"));
        try (OpenedInput input =
                OpenedInput.open(settings("file-sd: [{files: ['" + folder + "/a.yml'], refresh-interval: 100ms}]"))) {
            assertThat(exporter.requests()).isEmpty();
            write("a.yml", list.formatted("200ms"));
            await("scrapes", () -> exporter.requests().size() > 2);
            assertThat(input.has(".*weir:end.*")).isFalse();
        }
    }

    @Test
    void servicesAreAskedAgainAndAnOutageChangesNothing() throws IOException {
        try (Exporter service = Exporter.start()
                .exposing("application/json", ("[{\"targets\": [\"" + exporter.address() + "\"]}]").getBytes(UTF_8))) {
            Path token = Files.writeString(folder.resolve("token"), "sesame");
            try (OpenedInput input = OpenedInput.open(settings("http-sd: [{url: 'http://" + service.address()
                    + "/targets?a=b', refresh-interval: 100ms, authorization: {credentials-file: " + token + "}}]"))) {
                String labels = ",instance=" + exporter.address() + ",job=node ";
                until(input, "load" + labels + "value=1" + STAMP);
                service.answering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
                int asked = service.requests().size();
                await("more requests", () -> service.requests().size() > asked + 2);
                service.exposing("application/json", "{}".getBytes(UTF_8));
                await("more requests", () -> service.requests().size() > asked + 4);
                int scraped = exporter.requests().size();
                await("scrapes", () -> exporter.requests().size() > scraped + 1);
                service.exposing(
                        "application/json", ("[{\"targets\": [\"" + other.address() + "\"]}]").getBytes(UTF_8));
                until(input, "load,instance=" + other.address() + ",job=node value=2" + STAMP);
                until(input, "up" + labels + "weir:end=true" + STAMP);
            }
            assertThat(service.requests().get(0))
                    .startsWith("GET /targets?a=b HTTP/1.1\n")
                    .contains("Authorization: Bearer sesame\n", "X-Prometheus-Refresh-Interval-Seconds: 0.1\n");
        }
    }

    @Test
    void aServiceIsNotAskedAgainBeforeItAnswers() throws IOException {
        try (Exporter service = Exporter.start();
                OpenedInput input = OpenedInput.open(settings("static: [{targets: ['" + exporter.address()
                        + "']}], http-sd: [{url: 'http://" + service.address() + "/', refresh-interval: 100ms}]"))) {
            await("a request", () -> !service.requests().isEmpty());
            int now = exporter.requests().size();
            await("scrapes", () -> exporter.requests().size() > now + 3);
            assertThat(service.requests()).hasSize(1);
            assertThat(input.has("up.*value=1.*")).isTrue();
        }
    }

    private void write(String name, String text) throws IOException {
        Path fresh = Files.writeString(folder.resolve("fresh"), text);
        Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static String settings(String job) {
        return "scrape: {enabled: true, shared: false, jobs: [{job-name: node, scrape-interval: 200ms, " + job + "}]}";
    }

    private static void until(OpenedInput input, String line) {
        await(line, () -> input.has(line));
    }
}
