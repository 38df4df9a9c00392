package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The input for OpenTSDB over HTTP as opened from its settings. */
class OpenTsdbHttpTest {
    private static final String ANY_PORT = "opentsdb-http: {enabled: true, host: 127.0.0.1, port: 0";
    private static final String GOOD =
            "{\"metric\":\"a.b\",\"timestamp\":1790000000,\"value\":1,\"tags\":{\"h\":\"x\"}}";
    private static final String GOOD_LINE = "a_b,h=x value=1 1790000000000000000";
    private static final String BAD = "{\"metric\":\"a\",\"timestamp\":1790000000,\"value\":\"x\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final OneInput one = new OneInput("opentsdb-http");

    @AfterEach
    void close() {
        one.close();
    }

    @Test
    void listensNextToThePortOfOpenTsdb() {
        List<InputSettings> inputs = YamlSource.text(
                        "gateway.yaml", new InputPage("opentsdb").blocks("yaml").get(0))
                .read(GatewayConfig::read)
                .inputs();
        OpenTsdbSettings telnet = (OpenTsdbSettings) inputs.get(1);
        assertThat(telnet.tcp().stream().port()).isEqualTo(4242);
        assertThat(telnet.tcp().idleTimeout()).hasHours(1);
        OpenTsdbHttpSettings http = (OpenTsdbHttpSettings) inputs.get(2);
        assertThat(http.http().stream().port()).isEqualTo(4243);
        assertThat(http.http().maxBodyBytes()).isEqualTo(25_000_000);
    }

    @Test
    void whatThePageSendsArrivesAsItSays() throws Exception {
        InputPage page = new InputPage("opentsdb");
        Matcher curl = Pattern.compile("4243([^']+)'.*--data-binary '(.+)'", Pattern.DOTALL)
                .matcher(page.blocks("sh").get(0));
        assertThat(curl.find()).isTrue();
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<String> answer = post(input, curl.group(1), BodyPublishers.ofString(curl.group(2)));
            assertThat(answer.body()).isEqualTo("{\"success\":3,\"failed\":0,\"errors\":[]}");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        assertThat(one.lines()).containsExactlyInAnyOrderElementsOf(page.arrivesAs("sh"));
    }

    /** Telegraf's JSON encoder ends each point with a newline, and its values are strings. */
    @Test
    void takesWhatTelegrafSends() throws Exception {
        String body = """
                [{"metric":"mem_free","timestamp":1790000000,"value":"4711","tags":{"host":"flp1"}}
                ,{"metric":"mem_used_percent","timestamp":1790000000,"value":"9.500000","tags":{"host":"flp1"}}
                ]""";
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<String> answer = client.send(
                    request(input, "/api/put", BodyPublishers.ofByteArray(gzip(body)))
                            .header("Content-Type", "application/json")
                            .header("Content-Encoding", "gzip")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.body()).isEmpty();
        }
        assertThat(one.lines())
                .containsExactlyInAnyOrder(
                        "mem_free,host=flp1 value=4711 1790000000000000000",
                        "mem_used_percent,host=flp1 value=9.500000 1790000000000000000");
    }

    @Test
    void takesChunksAndTemplates() throws Exception {
        one.acknowledging();
        try (Input input = open(", templates: [{template: host.measurement}]}")) {
            BodyPublisher chunks =
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(("[" + GOOD + "]").getBytes(UTF_8)));
            assertThat(post(input, "/api/put?summary", chunks).body()).isEqualTo("{\"success\":1,\"failed\":0}");
        }
        assertThat(one.lines()).containsExactly("b,h=x,host=a value=1 1790000000000000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/put              | {\"error\":{\"code\":400,\"message\":\"One or more data points had errors\"",
                "/api/put?sync         | {\"error\":{\"code\":400,\"message\":\"One or more data points had errors\"",
                "/api/put?summary      | {\"success\":1,\"failed\":1}",
                "/api/put/?details     | {\"success\":1,\"failed\":1,\"errors\":[{\"datapoint\":{\"metric\":\"a\",",
                "/api/put?details=true&summary | {\"success\":1,\"failed\":1,\"errors\":["
            })
    void aBadPointHarmsNoOther(String target, String body) throws Exception {
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<String> answer = post(input, target, BodyPublishers.ofString("[" + BAD + "," + GOOD + "]"));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).startsWith(body);
            assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
        assertThat(one.refused()).containsExactly("invalid-number: " + BAD);
    }

    @Test
    void succeedsOnlyWhenThePointsAreSafe() throws Exception {
        try (Input input = open("}")) {
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                    request(input, "/api/put", BodyPublishers.ofString(GOOD)).build(),
                    HttpResponse.BodyHandlers.ofString());
            OneInput.await("the point to be queued", () -> one.queue().waitingBytes() > 0);
            assertThat(get(input, "/api/version").body()).contains("\"version\":\"2.4.0\"");
            assertThat(answer).isNotDone();
            one.acknowledging();
            assertThat(answer.join().statusCode()).isEqualTo(204);
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void answers503IfPointsAreNotSafeInTime() throws Exception {
        try (Input input = open(", request-timeout: 200ms}")) {
            HttpResponse<String> answer = post(input, "/api/put?details", BodyPublishers.ofString(GOOD));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).startsWith("{\"error\":{\"code\":503,\"message\":\"the lines were accepted, but");
        }
    }

    @Test
    void errorsHaveTheFormatOfOpenTsdb(@TempDir Path folder) throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens"), "secret\n");
        one.acknowledging();
        try (Input input = open(", body-bytes: 1024, tokens-file: \"" + tokens + "\"}")) {
            assertError(post(input, "/api/put", BodyPublishers.ofString(GOOD)), 401);
            assertError(get(input, "/api/put"), 405);
            assertError(get(input, "/api/query"), 404);
            assertError(post(input, "/api/put", BodyPublishers.ofString("x".repeat(2000)), "Bearer secret"), 413);
            assertThat(post(input, "/api/put", BodyPublishers.ofString(GOOD), "Bearer secret")
                            .statusCode())
                    .isEqualTo(204);
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
        assertThat(one.counts().rejectedConnections.snapshot())
                .isEqualTo(Map.of("unauthorized", 1L, "method-not-allowed", 1L, "not-found", 1L, "body-too-large", 1L));
    }

    private static void assertError(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"error\":{\"code\":" + status + ",\"message\":\"");
    }

    private Input open(String rest) {
        List<InputSettings> inputs = YamlSource.text("gateway.yaml", ANY_PORT + rest)
                .read(GatewayConfig::read)
                .inputs();
        return inputs.get(inputs.size() - 1).open(one);
    }

    private HttpResponse<String> get(Input input, String target) throws Exception {
        return client.send(
                request(input, target, BodyPublishers.noBody()).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(Input input, String target, BodyPublisher body) throws Exception {
        return client.send(request(input, target, body).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(Input input, String target, BodyPublisher body, String authorization)
            throws Exception {
        return client.send(
                request(input, target, body)
                        .header("Authorization", authorization)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(Input input, String target, BodyPublisher body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + input.port().orElseThrow() + target))
                .timeout(Duration.ofSeconds(30))
                .POST(body);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }
}
