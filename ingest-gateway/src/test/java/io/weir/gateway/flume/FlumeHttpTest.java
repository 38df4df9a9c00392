package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input as opened from its settings, with clients that farms use. */
class FlumeHttpTest {
    private static final String ANY_PORT = "flume-http: {enabled: true, host: 127.0.0.1, port: 0";
    private static final int DEADLINE_SECONDS = 30;

    private final OneInput one = new OneInput("flume-http").acknowledging();

    @AfterEach
    void close() {
        one.close();
    }

    @Test
    void listensWhereFlumesGuideDoes() {
        FlumeHttpSettings settings = read("flume-http: {enabled: true}");
        assertThat(settings.http().stream().port()).isEqualTo(5140);
        assertThat(settings.http().maxBodyBytes()).isEqualTo(25_000_000);
        assertThat(settings.precision()).isEqualTo(StampUnit.NS);
    }

    @Test
    void takesTheKeysOfEveryInputOverHttp(@TempDir Path directory) throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "secret\n");
        FlumeHttpSettings settings =
                read("flume-http: {enabled: true, port: 7, threads: 3, connections: 9, precision: ms,"
                        + " body-bytes: 2000, request-timeout: 5s, tokens-file: \"" + tokens + "\"}");
        assertThat(settings.http().stream().port()).isEqualTo(7);
        assertThat(settings.http().stream().maxConnections()).isEqualTo(9);
        assertThat(settings.threads()).isEqualTo(3);
        assertThat(settings.http().maxBodyBytes()).isEqualTo(2000);
        assertThat(settings.http().requestTimeout()).hasSeconds(5);
        assertThat(settings.http().tokens().size()).isEqualTo(1);
        assertThat(settings.precision()).isEqualTo(StampUnit.MS);
    }

    @Test
    void takesEventsOfJavasClientInTheUnitThatIsSet() throws Exception {
        try (Input input = read(ANY_PORT + ", precision: ms}").open(one)) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + input.port().orElseThrow()))
                    .header("Content-Type", "application/json; charset=UTF-8")
                    .timeout(Duration.ofSeconds(DEADLINE_SECONDS))
                    .POST(
                            HttpRequest.BodyPublishers.ofString(
                                    "[{\"headers\":{\"name\":\"m\",\"value_v\":\"1\",\"timestamp\":\"1790000000001\"},\"body\":\"é\"}]"))
                    .build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEmpty();
        }
        assertThat(one.lines()).containsExactly("m v=1 1790000000001000000");
    }

    @Test
    void whatThePageSendsWithCurlArrivesAsItSays(@TempDir Path directory) throws Exception {
        assumeTrue(isOnPath("curl"), "no curl on the PATH");
        InputPage page = new InputPage("flume");
        try (Input input = read(ANY_PORT + "}").open(one)) {
            String command = page.blocks("sh")
                    .get(0)
                    .replace(
                            "weir.example.org:5140", "127.0.0.1:" + input.port().orElseThrow());
            assertThat(run(command, directory)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(one.lines()).containsExactlyInAnyOrderElementsOf(page.arrivesAs("sh"));
    }

    private static String run(String command, Path directory) throws Exception {
        File said = directory.resolve("said").toFile();
        Process shell = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        boolean hasEnded = shell.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
        shell.destroyForcibly();
        String text = Files.readString(said.toPath(), UTF_8);
        assertThat(hasEnded).as(text).isTrue();
        return text;
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** The last input of a gateway with these settings. */
    private static FlumeHttpSettings read(String yaml) {
        List<InputSettings> inputs =
                YamlSource.text("gateway.yaml", yaml).read(GatewayConfig::read).inputs();
        return (FlumeHttpSettings) inputs.get(inputs.size() - 1);
    }
}
