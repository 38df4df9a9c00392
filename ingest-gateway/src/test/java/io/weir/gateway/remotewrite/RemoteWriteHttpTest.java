package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.SentSeries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.Snappy;

/** The input for remote write as opened from its settings. Bodies are packed by the original Snappy. */
class RemoteWriteHttpTest {
    private static final InputPage PAGE = new InputPage("remote-write");
    private static final String PROTOBUF = "application/x-protobuf";
    private static final String V2 = PROTOBUF + ";proto=io.prometheus.write.v2.Request";
    private static final long MILLIS = 1_790_000_000_000L;
    private static final SentSeries GOOD = SentSeries.of("__name__=up,job=node", 1, MILLIS);
    private static final String GOOD_LINE = "up,job=node value=1 1790000000000000000";

    private final HttpClient client = HttpClient.newHttpClient();
    private final OneInput one = new OneInput("remote-write");

    @AfterEach
    void close() {
        one.close();
    }

    @Test
    void whatThePageShowsArrivesAsItSays() throws Exception {
        List<SentSeries> all = new ArrayList<>();
        Pattern shown = Pattern.compile("(\\w+)\\{(.*)} (\\S+) (\\d+)");
        for (String line : PAGE.block("text", "node_load1").lines().toList()) {
            Matcher sample = shown.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            double value = sample.group(3).equals("STALE")
                    ? Double.longBitsToDouble(0x7ff0000000000002L)
                    : Double.parseDouble(sample.group(3));
            String labels =
                    "__name__=" + sample.group(1) + "," + sample.group(2).replace("\"", "");
            all.add(SentSeries.of(labels, value, Long.parseLong(sample.group(4))));
        }
        one.acknowledging();
        try (Input input = open()) {
            assertThat(post(input, PROTOBUF, packed(RemoteWriteVersion.V1, all)).statusCode())
                    .isEqualTo(204);
        }
        assertThat(one.lines()).hasSize(3).containsExactlyInAnyOrderElementsOf(shownLines());
    }

    private static List<String> shownLines() {
        return PAGE.blocks("").get(0).lines().toList();
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-protobuf, V1",
        "application/x-protobuf;proto=prometheus.WriteRequest, V1",
        "application/x-protobuf; proto=io.prometheus.write.v2.Request, V2",
    })
    void theContentTypeSaysTheVersion(String contentType, RemoteWriteVersion version) throws Exception {
        one.acknowledging();
        try (Input input = open()) {
            HttpResponse<String> answer = post(input, contentType, packed(version, List.of(GOOD)));
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.body()).isEmpty();
            assertThat(written(answer, "Samples")).isEqualTo("1");
            assertThat(written(answer, "Histograms")).isEqualTo("0");
            assertThat(written(answer, "Exemplars")).isEqualTo("0");
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void anotherContentTypeIsRefusedAsAWhole() throws Exception {
        try (Input input = open()) {
            for (String other : List.of("text/plain", PROTOBUF + ";proto=io.prometheus.write.v3.Request")) {
                HttpResponse<String> answer = post(input, other, packed(RemoteWriteVersion.V1, List.of(GOOD)));
                assertThat(answer.statusCode()).isEqualTo(415);
                assertThat(answer.body()).contains("proto=io.prometheus.write.v2.Request");
            }
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("unsupported-content-type", 2L));
    }

    @Test
    void aWrongSampleIsToldAndItsNeighboursAreAccepted() throws Exception {
        one.acknowledging();
        try (Input input = open()) {
            HttpResponse<String> answer =
                    post(input, V2, packed(RemoteWriteVersion.V2, List.of(SentSeries.of("job=node", 1, MILLIS), GOOD)));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
            assertThat(answer.body())
                    .isEqualTo("accepted 1, refused 1: remote-write-no-name: {job=\"node\"} 1.0 1790000000000");
            assertThat(written(answer, "Samples")).isEqualTo("1");
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
        assertThat(one.refused()).containsExactly("remote-write-no-name: {job=\"node\"} 1.0 1790000000000");
    }

    @Test
    void successComesOnlyOnceTheLinesAreSafe() throws Exception {
        try (Input input = open()) {
            HttpResponse<String> answer = post(input, PROTOBUF, packed(RemoteWriteVersion.V1, List.of(GOOD)));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("retry-after")).isPresent();
        }
    }

    @Test
    void brokenBodiesAndBombsCostNothing() throws Exception {
        one.acknowledging();
        byte[] good = packed(RemoteWriteVersion.V1, List.of(GOOD));
        byte[] bomb = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 0, 0};
        try (Input input = open()) {
            List<byte[]> broken = List.of(
                    new byte[0],
                    new byte[] {(byte) 0x80},
                    Arrays.copyOf(good, good.length - 3),
                    Arrays.copyOf(good, good.length + 3),
                    new byte[] {4, 0x0d, 9},
                    "not snappy at all".getBytes(UTF_8));
            for (byte[] each : broken) {
                HttpResponse<String> answer = post(input, PROTOBUF, each);
                assertThat(answer.statusCode()).as(Arrays.toString(each)).isEqualTo(400);
                assertThat(answer.body()).startsWith("the body is not valid snappy: ");
            }
            assertThat(post(input, PROTOBUF, bomb).statusCode()).isEqualTo(413);
            byte[] zeros = Snappy.compress(new byte[30_000_000]);
            assertThat(post(input, PROTOBUF, zeros).statusCode()).isEqualTo(413);
            assertThat(post(input, PROTOBUF, good).statusCode()).isEqualTo(204);
            assertThat(one.counts().rejectedConnections.snapshot())
                    .isEqualTo(Map.of("broken-snappy", (long) broken.size(), "body-too-large", 2L));
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    private Input open() {
        List<InputSettings> inputs = YamlSource.text(
                        "gateway.yaml", "remote-write: {enabled: true, port: 0, request-timeout: 2s}")
                .read(GatewayConfig::read)
                .inputs();
        return inputs.get(inputs.size() - 1).open(one);
    }

    private static byte[] packed(RemoteWriteVersion version, List<SentSeries> all) throws Exception {
        return Snappy.compress(SentSeries.body(version, all));
    }

    private static String written(HttpResponse<String> answer, String what) {
        return answer.headers()
                .firstValue("X-Prometheus-Remote-Write-" + what + "-Written")
                .orElseThrow();
    }

    private HttpResponse<String> post(Input input, String contentType, byte[] body) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + input.port().orElseThrow() + "/api/v1/write");
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", contentType)
                        .header("Content-Encoding", "snappy")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
