package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.BoundHost;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WebServerTest {
    private final CountDownLatch streamEnded = new CountDownLatch(1);
    private final CountDownLatch queryBegan = new CountDownLatch(1);
    private final CountDownLatch queryMayEnd = new CountDownLatch(1);
    private final CountDownLatch queryInterrupted = new CountDownLatch(1);
    private final HttpClient client = HttpClient.newHttpClient();
    private final LocalAccess access =
            new LocalAccess(Optional.empty(), Optional.of("secret"), BoundHost.of("127.0.0.1"), false, "otto");
    private final WebServer server = new WebServer(
            new WebServer.Site("127.0.0.1", 0, Optional.empty(), Embedders.NONE),
            1,
            access,
            Clock.systemUTC(),
            Map.of(
                    "GET /api/echo", (Endpoint.Once) request -> Answer.of(Map.of("q", request.parameters("q"))),
                    "POST /api/echo", (Endpoint.Once) request -> Answer.of(Map.of("body", request.body())),
                    "GET /api/named/*/values",
                            (Endpoint.Once) request -> Answer.of(418, Json.bytes(Map.of("path", request.path()))),
                    "POST /api/login",
                            (Endpoint.Once) request ->
                                    Answer.of(Map.of("cookie", access.login(request, "eve", request.body(), 0))),
                    "GET /api/broken",
                            (Endpoint.Once) request -> {
                                throw new IllegalStateException("a test");
                            },
                    "GET /api/query", (Endpoint.Query) request -> query(),
                    "GET /api/slow", (Endpoint.Once) request -> slow(),
                    "GET /api/stream", (Endpoint.Stream) request -> this::stream,
                    "GET /api/quiet", (Endpoint.Stream) request -> WebServerTest::quiet),
            "io/weir/dashboard/page/");

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void stream(EventSink sink) throws IOException, InterruptedException {
        try {
            int number = 0;
            do {
                sink.send("number", Json.bytes(number++));
            } while (sink.pause(10));
        } finally {
            streamEnded.countDown();
        }
    }

    private Answer query() {
        queryBegan.countDown();
        try {
            queryMayEnd.await();
            return Answer.of("whole");
        } catch (InterruptedException e) {
            queryInterrupted.countDown();
            return Answer.of("cut");
        }
    }

    /** Longer than a connection may be idle. */
    private static Answer slow() {
        try {
            Thread.sleep(22_000);
            return Answer.of("slow");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void quiet(EventSink sink) throws IOException, InterruptedException {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = sink.pause(100);
        }
    }

    /** A query in PromQL may take 30 s, and a connection is idle for at most 20 s. */
    @Test
    @Tag("long")
    void slowAnswersArrive() throws Exception {
        assertThat(get("/api/slow").body()).isEqualTo("\"slow\"");
    }

    @Test
    void pageHasAStrictContentSecurityPolicy() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Weir</title>");
        assertThat(page.headers().firstValue("content-type").orElse("")).startsWith("text/html");
        assertThat(page.headers().firstValue("content-security-policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(page.body())
                .doesNotContain("<style", "style=", "onclick")
                .doesNotContainPattern("<script(?![^>]*src)");
        assertThat(get("/lib/uplot.js").headers().firstValue("content-type").orElse(""))
                .contains("javascript");
        assertThat(get("/../DashboardConfig.class").statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void framesArePermittedOnlyToTheNamedOrigins() throws Exception {
        assertThat(get("/").headers().firstValue("content-security-policy").orElse(""))
                .endsWith("; frame-ancestors 'none'");
        assertThat(get("/").headers().firstValue("x-frame-options")).contains("DENY");
        Embedders two = new Embedders(List.of("https://a.org", "http://b.org:3000"));
        WebServer embedded = new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), two),
                1,
                access,
                Clock.systemUTC(),
                Map.of(),
                "io/weir/dashboard/page/");
        embedded.start();
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + embedded.port() + "/"))
                    .build();
            HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(page.headers().firstValue("content-security-policy").orElse(""))
                    .contains("default-src 'none'; ")
                    .endsWith("; frame-ancestors https://a.org http://b.org:3000");
            // Browsers that know frame-ancestors ignore it; others would refuse the permitted origins.
            assertThat(page.headers().firstValue("x-frame-options")).isEmpty();
        } finally {
            embedded.close();
        }
    }

    @Test
    void endpointAnswersOrRefusesWithAReason() throws Exception {
        assertThat(get("/api/echo?q=a%2Cb%3D%C3%A9&q=2").body()).isEqualTo("{\"q\":[\"a,b=é\",\"2\"]}");
        assertThat(post("/api/echo", "x".repeat(100)).body()).contains("xxx");
        assertThat(post("/api/echo", "x".repeat(100_000)).statusCode()).isEqualTo(413);
        assertThat(get("/api/nothing").statusCode()).isEqualTo(404);
        assertThat(get("/api/broken").statusCode()).isEqualTo(500);
        assertThat(get("/api/broken").body()).doesNotContain("a test");
    }

    @Test
    void segmentOfAPathMayHaveAnyName() throws Exception {
        HttpResponse<String> answer = get("/api/named/host/values");
        assertThat(answer.statusCode()).isEqualTo(418);
        assertThat(answer.body()).isEqualTo("{\"path\":\"/api/named/host/values\"}");
        for (String other : List.of("/api/named/a/b/values", "/api/named/values", "/api/named/host/value", "/api/")) {
            assertThat(get(other).statusCode()).as(other).isEqualTo(404);
        }
    }

    @Test
    void headIsAnsweredLikeGetWithoutABody() throws Exception {
        for (String path : List.of("/", "/api/echo?q=1", "/api/stream")) {
            HttpResponse<String> head = client.send(
                    request(path)
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(head.statusCode()).as(path).isEqualTo(200);
            assertThat(head.body()).as(path).isEmpty();
        }
    }

    @Test
    void longAnswersAreCompressedForThoseWhoAccept() throws Exception {
        String path = "/api/echo?q=" + "x".repeat(4_000);
        HttpResponse<byte[]> zipped = client.send(
                request(path).header("Accept-Encoding", "br, gzip").build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(zipped.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(zipped.body().length).isLessThan(200);
        assertThat(new String(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes(), UTF_8))
                .isEqualTo(get(path).body())
                .contains("x".repeat(4_000));
        assertThat(get(path).headers().firstValue("content-encoding")).isEmpty();
        assertThat(get(path).headers().allValues("vary")).contains("Accept-Encoding");
    }

    @Test
    void filesOfThePageAreCompressedForThoseWhoAccept() throws Exception {
        for (String path : List.of("/", "/frame.js", "/style.css", "/icon.svg", "/lib/uplot.js")) {
            HttpRequest accepting =
                    request(path).header("Accept-Encoding", "br, gzip").build();
            HttpResponse<byte[]> zipped = client.send(accepting, HttpResponse.BodyHandlers.ofByteArray());
            String plain = get(path).body();
            if (plain.length() > 1_000) {
                assertThat(zipped.headers().firstValue("content-encoding"))
                        .as(path)
                        .contains("gzip");
                assertThat(zipped.body().length).as(path).isLessThan(plain.length() * 2 / 3);
                assertThat(new String(
                                new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes(), UTF_8))
                        .as(path)
                        .isEqualTo(plain);
                String etag = zipped.headers().firstValue("etag").orElseThrow();
                assertThat(client.send(
                                        request(path)
                                                .header("Accept-Encoding", "gzip")
                                                .header("If-None-Match", etag)
                                                .build(),
                                        HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .as(path)
                        .isEqualTo(304);
            }
        }
        assertThat(get("/frame.js").headers().firstValue("content-encoding")).isEmpty();
        assertThat(get("/frame.js").headers().allValues("vary").toString()).contains("Accept-Encoding");
    }

    @Test
    void tooManyWrongTokensReturnRetryAfter() throws Exception {
        for (int i = 0; i < WrongTokens.TRIES; i++) {
            assertThat(post("/api/login", "guess").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> answer = post("/api/login", "secret");
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("retry-after")).contains("10");
        assertThat(answer.body()).contains("try again in 10 s");
    }

    @Test
    void streamsEndWithTheBrowserAndAreLimited() throws Exception {
        try (InputStream events = client.send(request("/api/stream").build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(events, UTF_8));
            assertThat(lines.readLine()).isEqualTo("event: number");
            assertThat(lines.readLine()).isEqualTo("data: 0");
            assertThat(get("/api/stream").statusCode()).isEqualTo(503);
        }
        assertThat(streamEnded.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aQuietStreamSendsBeats() throws Exception {
        try (InputStream events = client.send(request("/api/quiet").build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(events, UTF_8));
            assertThat(lines.readLine()).isEqualTo("event: beat");
        }
    }

    private Socket querying() throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write("GET /api/query HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
        queryBegan.await();
        return socket;
    }

    @Test
    @Timeout(120)
    void queryIsInterruptedWhenItsClientDisconnects() throws Exception {
        querying().close();
        queryInterrupted.await();
        assertThat(server.queriesCancelled()).isEqualTo(1);
        // The thread serves others.
        assertThat(get("/api/echo?q=1").body()).isEqualTo("{\"q\":[\"1\"]}");
    }

    /** The server reads the first byte of the next request while the query runs. */
    @Test
    @Timeout(120)
    void requestSentDuringAQueryIsAnsweredAfterIt() throws Exception {
        try (Socket socket = querying()) {
            socket.getOutputStream()
                    .write("GET /api/echo?q=7 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(UTF_8));
            queryMayEnd.countDown();
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .contains("\"whole\"", "{\"q\":[\"7\"]}");
        }
        assertThat(server.queriesCancelled()).isZero();
    }

    @Test
    @Timeout(120)
    void connectionIsUsedAgainAfterAQuery() throws Exception {
        queryMayEnd.countDown();
        try (Socket socket = querying()) {
            InputStream in = socket.getInputStream();
            byte[] body = "\"whole\"".getBytes(UTF_8);
            for (int last = in.read(), at = 0; at < body.length; last = in.read()) {
                at = last == body[at] ? at + 1 : 0;
                assertThat(last).isNotNegative();
                if (at == body.length) {
                    break;
                }
            }
            socket.getOutputStream()
                    .write("GET /api/query HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(in.readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("\"whole\"");
        }
        assertThat(server.queriesCancelled()).isZero();
    }

    @Test
    void requestWithForeignHostIsRefused() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /api/echo HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 421");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(
                request(path)
                        .header("X-Weir", "1")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }
}
