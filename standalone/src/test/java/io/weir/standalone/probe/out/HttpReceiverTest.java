package io.weir.standalone.probe.out;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.weir.standalone.probe.out.Reply.Kind;
import io.weir.writer.testing.FreePorts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpReceiverTest {
    private final HttpServer server;
    private final List<String> requests = new ArrayList<>();
    private int status = 204;
    private byte[] answer = {};

    HttpReceiverTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void serve() {
        server.createContext("/", exchange -> {
            try (GZIPInputStream body = new GZIPInputStream(
                    new ByteArrayInputStream(exchange.getRequestBody().readAllBytes()))) {
                requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                        + exchange.getRequestHeaders().getFirst("Content-Encoding") + " "
                        + new String(body.readAllBytes(), UTF_8));
            }
            exchange.getResponseHeaders().add("Retry-After", "7");
            exchange.getResponseHeaders().add("Location", "https://elsewhere/");
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void postsTheBodyWithTheToken() throws InterruptedException {
        assertThat(deliver("/write?db=m&precision=ns", Optional.of("Token secret"))
                        .kind())
                .isEqualTo(Kind.ACCEPTED);
        assertThat(requests).containsExactly("POST /write?db=m&precision=ns Token secret text/plain gzip lines");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | REFUSED | it answers 400 (field type conflict)",
                "401 | AWAY | it answers 401 (field type conflict): check the token",
                "404 | AWAY | it answers 404 (field type conflict): check the path of the URL, and the database or bucket",
                "302 | REFUSED | it answers 302 (field type conflict): it is at https://elsewhere/",
                "413 | REFUSED | it answers 413 (field type conflict)",
                "500 | AWAY | it answers 500 (field type conflict)",
                "429 | AWAY    | it answers 429 (field type conflict)",
                "503 | AWAY    | it answers 503 (field type conflict)",
            })
    void theStatusDecidesWhetherToTryAgain(int answered, Kind kind, String reason) throws InterruptedException {
        status = answered;
        answer = "field type\n  conflict\n".getBytes(UTF_8);

        Reply reply = deliver("/write", Optional.empty());

        assertThat(reply.kind()).isEqualTo(kind);
        assertThat(reply.reason()).isEqualTo(reason);
        assertThat(reply.retryAfter()).isEqualTo(kind == Kind.AWAY ? Duration.ofSeconds(7) : Duration.ZERO);
    }

    @Test
    void aSuccessMayRefuseAPart() throws InterruptedException {
        status = 200;
        ExportMetricsServiceResponse.Builder response = ExportMetricsServiceResponse.newBuilder();
        response.getPartialSuccessBuilder().setRejectedDataPoints(300).setErrorMessage("no unit");
        answer = response.build().toByteArray();

        Reply reply = deliver("/v1/metrics", Optional.empty());

        assertThat(reply.kind()).isEqualTo(Kind.PARTLY_ACCEPTED);
        assertThat(reply.reason()).isEqualTo("300 data points: no unit");
    }

    @Test
    void anAnswerThatIsNotOfTheProtocolIsASuccess() throws InterruptedException {
        status = 200;
        answer = "{\"partialSuccess\":{}}".getBytes(UTF_8);

        assertThat(deliver("/v1/metrics", Optional.empty())).isEqualTo(Reply.accepted());
    }

    @Test
    void aServerThatIsNotThereIsAway() throws InterruptedException {
        Reply nobody = receiver("http://127.0.0.1:" + FreePorts.next() + "/write", Optional.empty())
                .deliver(lines());
        Reply unknown =
                receiver("http://no-such-host.invalid/write", Optional.empty()).deliver(lines());

        assertThat(nobody.kind()).isEqualTo(Kind.AWAY);
        assertThat(nobody.reason()).isEqualTo("nothing listens there: check that the server runs, and the port");
        assertThat(unknown.kind()).isEqualTo(Kind.AWAY);
        assertThat(unknown.reason()).isEqualTo("no address is known for this name: check its spelling");
    }

    @Test
    void itsNameHasNoSecrets() {
        assertThat(receiver("http://influx1:8086/write?db=m&u=me&p=secret", Optional.of("Token secret")))
                .hasToString("http://influx1:8086/write");
    }

    private Reply deliver(String path, Optional<String> authorization) throws InterruptedException {
        return receiver("http://127.0.0.1:" + server.getAddress().getPort() + path, authorization)
                .deliver(lines());
    }

    private static HttpReceiver receiver(String url, Optional<String> authorization) {
        return new HttpReceiver(URI.create(url), "text/plain", authorization, OtlpRequests::success);
    }

    private static Batch lines() {
        return new Batch(Gzip.compress("lines".getBytes(UTF_8), 5), 1);
    }
}
