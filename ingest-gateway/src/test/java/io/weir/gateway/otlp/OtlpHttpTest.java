package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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

/** The input for OTLP over HTTP as opened from its settings. */
class OtlpHttpTest {
    private static final String PROTOBUF = "application/x-protobuf";
    private static final String JSON = "application/json";
    private static final byte[] GOOD = request(1.5);
    private static final String GOOD_LINE = "m value=1.5 1790000000000000000";

    private final HttpClient client = HttpClient.newHttpClient();
    private final OneInput one = new OneInput("otlp-http");

    @AfterEach
    void close() {
        one.close();
    }

    @Test
    void listensOnThePortOfOtlp() {
        List<InputSettings> inputs = YamlSource.text(
                        "gateway.yaml", new InputPage("otlp").blocks("yaml").get(0))
                .read(GatewayConfig::read)
                .inputs();
        OtlpHttpSettings http = (OtlpHttpSettings) inputs.get(2);
        assertThat(((OtlpGrpcSettings) inputs.get(1)).grpc().stream().port()).isEqualTo(4317);
        assertThat(http.http().stream().port()).isEqualTo(4318);
        assertThat(http.http().maxBodyBytes()).isEqualTo(25_000_000);
        assertThat(http.mapping().hasScopeTag()).isFalse();
    }

    @Test
    void whatThePageSendsArrivesAsItSays() throws Exception {
        InputPage page = new InputPage("otlp");
        Matcher curl = Pattern.compile("4318(/v1/metrics).*--data-binary '(.+)'", Pattern.DOTALL)
                .matcher(page.block("sh", "curl"));
        assertThat(curl.find()).isTrue();
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<byte[]> answer =
                    post(input, curl.group(1), JSON, curl.group(2).getBytes(UTF_8));
            assertThat(answer.body()).asString(UTF_8).isEqualTo("{}");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        assertThat(one.lines()).containsExactlyInAnyOrderElementsOf(page.arrivesAs("sh"));
    }

    @Test
    void theAnswerHasTheFormatOfTheRequest() throws Exception {
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<byte[]> whole = post(input, "/v1/metrics", PROTOBUF, GOOD);
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(whole.body()).isEmpty();
            assertThat(whole.headers().firstValue("content-type")).contains(PROTOBUF);

            HttpResponse<byte[]> part = post(input, "/v1/metrics", PROTOBUF, request(1.5, Double.NaN));
            assertThat(part.statusCode()).isEqualTo(200);
            ExportMetricsServiceResponse answer = ExportMetricsServiceResponse.parseFrom(part.body());
            assertThat(answer.getPartialSuccess().getRejectedDataPoints()).isEqualTo(1);
            assertThat(answer.getPartialSuccess().getErrorMessage()).isEqualTo("m: not-finite");

            String json = "{\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"m\",\"gauge\":{"
                    + "\"dataPoints\":[{\"timeUnixNano\":\"1790000000000000000\",\"asDouble\":1.5},"
                    + "{\"asDouble\":\"NaN\"}]}}]}]}]}";
            HttpResponse<byte[]> ofJson =
                    post(input, "/v1/metrics", "application/json; charset=utf-8", json.getBytes(UTF_8));
            assertThat(ofJson.headers().firstValue("content-type")).contains(JSON);
            assertThat(ofJson.body())
                    .asString(UTF_8)
                    .isEqualTo(
                            "{\"partialSuccess\":{\"rejectedDataPoints\":\"1\",\"errorMessage\":\"m: not-finite\"}}");
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE, GOOD_LINE, GOOD_LINE);
        assertThat(one.refused())
                .containsExactly(
                        "not-finite: m time_unix_nano: 1790000000000000000 as_double: NaN",
                        "not-finite: m as_double: NaN");
    }

    @Test
    void takesGzipAndRefusesBombs() throws Exception {
        one.acknowledging();
        try (Input input = open(", body-bytes: 1024}")) {
            assertThat(gzipped(input, gzip(GOOD)).statusCode()).isEqualTo(200);
            HttpResponse<byte[]> bomb = gzipped(input, gzip(new byte[100_000]));
            assertThat(bomb.statusCode()).isEqualTo(413);
            assertThat(Status.parseFrom(bomb.body()).getMessage()).startsWith("a body may have at most 1024 bytes");
            assertThat(gzipped(input, GOOD).statusCode()).isEqualTo(400);
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void aBrokenBodyIsRefusedWithAStatus() throws Exception {
        one.acknowledging();
        try (Input input = open("}")) {
            HttpResponse<byte[]> protobuf = post(input, "/v1/metrics", PROTOBUF, "{}".getBytes(UTF_8));
            assertThat(protobuf.statusCode()).isEqualTo(400);
            assertThat(Status.parseFrom(protobuf.body()).getMessage()).startsWith("the body is not a request: ");
            HttpResponse<byte[]> json = post(input, "/v1/metrics", JSON, GOOD);
            assertThat(json.statusCode()).isEqualTo(400);
            assertThat(json.body()).asString(UTF_8).startsWith("{\"message\":\"the body is not a request: ");
        }
        assertThat(one.refused()).containsExactly("broken-protobuf: {}", "broken-json: " + new String(GOOD, UTF_8));
    }

    @Test
    void succeedsOnlyWhenThePointsAreSafe() throws Exception {
        try (Input input = open("}")) {
            CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(
                    request(input, "/v1/metrics", PROTOBUF, GOOD).build(), HttpResponse.BodyHandlers.ofByteArray());
            OneInput.await("the point to be queued", () -> one.queue().waitingBytes() > 0);
            assertThat(post(input, "/v1/traces", JSON, GOOD).statusCode()).isEqualTo(404);
            assertThat(answer).isNotDone();
            one.acknowledging();
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void pointsThatAreNotSafeInTimeMustBeSentAgain() throws Exception {
        try (Input input = open(", request-timeout: 200ms}")) {
            HttpResponse<byte[]> answer = post(input, "/v1/metrics", PROTOBUF, GOOD);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("retry-after")).contains("1");
            assertThat(Status.parseFrom(answer.body()).getMessage()).startsWith("the lines were accepted, but");
        }
    }

    @Test
    void refusalsAreInTheFormatOfTheRequest(@TempDir Path folder) throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens"), "secret\n");
        one.acknowledging();
        try (Input input = open(", tokens-file: \"" + tokens + "\"}")) {
            HttpResponse<byte[]> unauthorized = post(input, "/v1/metrics", PROTOBUF, GOOD);
            assertThat(unauthorized.statusCode()).isEqualTo(401);
            assertThat(Status.parseFrom(unauthorized.body()).getMessage()).startsWith("a token is required");
            HttpResponse<byte[]> traces = post(input, "/v1/traces", PROTOBUF, GOOD);
            assertThat(traces.statusCode()).isEqualTo(404);
            assertThat(Status.parseFrom(traces.body()).getMessage())
                    .isEqualTo("Weir accepts metrics only, at /v1/metrics");
            HttpResponse<byte[]> logs = post(input, "/v1/logs", JSON, GOOD);
            assertThat(logs.statusCode()).isEqualTo(404);
            assertThat(logs.body())
                    .asString(UTF_8)
                    .isEqualTo("{\"message\":\"Weir accepts metrics only, at /v1/metrics\"}");
            HttpResponse<byte[]> text = client.send(
                    request(input, "/v1/metrics", "text/plain", GOOD)
                            .header("Authorization", "Bearer secret")
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(text.statusCode()).isEqualTo(415);
            assertThat(text.headers().firstValue("content-type")).contains(JSON);
        }
        assertThat(one.lines()).isEmpty();
        assertThat(one.counts().rejectedConnections.snapshot())
                .isEqualTo(Map.of("unauthorized", 1L, "not-found", 2L, "unsupported-content-type", 1L));
    }

    private Input open(String rest) {
        return OtlpHttpTest.open("otlp-http: {enabled: true, host: 127.0.0.1, port: 0" + rest, one);
    }

    /** Opens the last input of these settings. */
    static Input open(String yaml, OneInput one) {
        List<InputSettings> inputs =
                YamlSource.text("gateway.yaml", yaml).read(GatewayConfig::read).inputs();
        return inputs.get(inputs.size() - 1).open(one);
    }

    private HttpResponse<byte[]> post(Input input, String target, String contentType, byte[] body) throws Exception {
        return client.send(request(input, target, contentType, body).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> gzipped(Input input, byte[] body) throws Exception {
        return client.send(
                request(input, "/v1/metrics", PROTOBUF, body)
                        .header("Content-Encoding", "gzip")
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest.Builder request(Input input, String target, String contentType, byte[] body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + input.port().orElseThrow() + target))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(body));
    }

    /** A request with these values of one metric. */
    static byte[] request(double... values) {
        Gauge.Builder gauge = Gauge.newBuilder();
        for (double each : values) {
            gauge.addDataPoints(NumberDataPoint.newBuilder()
                    .setTimeUnixNano(1_790_000_000_000_000_000L)
                    .setAsDouble(each));
        }
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .addScopeMetrics(ScopeMetrics.newBuilder()
                                .addMetrics(Metric.newBuilder().setName("m").setGauge(gauge))))
                .build()
                .toByteArray();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }
}
