package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.contract.service.BoundHost;
import io.weir.contract.service.Health;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Commander;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.EventSink;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.http.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A web server with sign-in, and browsers of it. Only a test moves its clock. */
final class SignInServer implements AutoCloseable {
    /** Groups that all may view, but do not fit into a cookie. */
    static final List<String> MANY =
            IntStream.range(0, 100).mapToObj(i -> "a-long-name-of-a-group-" + i).toList();

    private volatile Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final SignIn signIn;
    private final WebServer web;

    SignInServer(String issuer) throws IOException {
        Path secret = Files.createTempFile("weir-secret", "");
        Files.writeString(secret, TestProvider.SECRET);
        OidcConfig config = YamlSource.text("settings", """
                        issuer: %s
                        client-id: weir
                        client-secret-file: %s
                        public-url: https://weir.example.org/
                        view: [farm-users, %s]
                        operate: {farm-shift: "*", tpc-shift: ["*/tpc", temp/tpc2]}
                        """.formatted(issuer, secret, String.join(", ", MANY)))
                .read(in -> OidcConfig.read(in, true, Optional.empty()))
                .orElseThrow();
        Files.delete(secret);
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        signIn = new SignIn(config, BoundHost.of("127.0.0.1"), clock);
        Map<String, Endpoint> endpoints = new HashMap<>(signIn.endpoints());
        endpoints.put("GET /api/data", (Endpoint.Once) request -> Answer.of(Map.of("data", 1)));
        endpoints.put("GET /api/stream", (Endpoint.Stream) request -> SignInServer::stream);
        endpoints.put("POST /api/commander", (Endpoint.Once) request -> {
            Commander commander = signIn.access().commander(request, Optional.of("otto"), clock.millis());
            return Answer.of(("{\"name\":\"" + commander.name() + "\",\"tpc\":"
                            + commander.mayCommand().test("hot/tpc/flp1") + ",\"its\":"
                            + commander.mayCommand().test("hot/its/flp1") + "}")
                    .getBytes(UTF_8));
        });
        web = new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), Embedders.NONE),
                4,
                signIn.access(),
                clock,
                endpoints,
                "io/weir/dashboard/page/");
        web.start();
        signIn.start();
    }

    private static void stream(EventSink sink) throws IOException, InterruptedException {
        do {
            sink.send("number", Json.bytes(1));
        } while (sink.pause(10));
    }

    void awaitProvider() throws InterruptedException {
        await(() -> signIn.health().equals(Health.running()));
    }

    void awaitProblem() throws InterruptedException {
        await(() -> !signIn.health().detail().endsWith("yet"));
    }

    /** For a busy machine: the limit only detects a hang. */
    private void await(BooleanSupplier isSo) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos)
                    .as(signIn.health().detail())
                    .isNegative();
            Thread.sleep(10);
        }
    }

    Health health() {
        return signIn.health();
    }

    void advance(Duration time) {
        now = now.plus(time);
    }

    Browser browser() {
        return new Browser(this, new HashMap<>());
    }

    Browser signedIn(TestProvider provider) throws Exception {
        Browser browser = browser();
        browser.get("/api/sign-in/callback?" + provider.authorize(browser.begin()));
        return browser;
    }

    /** A sign-in fails with this status and reason, and ends. */
    void assertRefused(TestProvider provider, int status, String reason) throws Exception {
        Browser browser = browser();
        HttpResponse<String> answer = browser.get("/api/sign-in/callback?" + provider.authorize(browser.begin()));
        assertThat(answer.body()).contains("<h1>Sign-in failed</h1>", reason);
        assertThat(answer.statusCode()).as(reason).isEqualTo(status);
        assertThat(answer.headers().allValues("set-cookie"))
                .singleElement()
                .asString()
                .startsWith("__Host-weir-sign-in=; Max-Age=0;");
        assertThat(browser.get("/api/data").statusCode()).as(reason).isEqualTo(401);
    }

    /** The status of a request with a header Host. */
    int statusFor(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port())) {
            socket.getOutputStream()
                    .write(("GET /api/data HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("location").orElse("none: " + answer.statusCode() + answer.body());
    }

    /** Cookies by their names. */
    record Browser(SignInServer server, Map<String, String> cookies) {
        Browser copy() {
            return at(server);
        }

        Browser at(SignInServer other) {
            return new Browser(other, new HashMap<>(cookies));
        }

        HttpResponse<String> get(String path) throws Exception {
            return sent(request(path));
        }

        HttpResponse<String> get(String path, String token) throws Exception {
            return sent(request(path).header("Authorization", "Bearer " + token));
        }

        HttpResponse<String> post(String path) throws Exception {
            return post(path, Map.of("X-Weir", "1"));
        }

        HttpResponse<String> post(String path, Map<String, String> headers) throws Exception {
            HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString("{}"));
            headers.forEach(request::header);
            return sent(request);
        }

        HttpResponse<String> head(String path) throws Exception {
            return sent(request(path).method("HEAD", HttpRequest.BodyPublishers.noBody()));
        }

        /** Begins a sign-in; returns the address at the provider. */
        String begin() throws Exception {
            return location(get("/api/sign-in"));
        }

        InputStream stream(String path) throws Exception {
            return server.client
                    .send(request(path).build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        }

        private HttpRequest.Builder request(String path) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.web.port() + path));
            if (!cookies.isEmpty()) {
                request.header(
                        "Cookie",
                        cookies.entrySet().stream()
                                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                .collect(Collectors.joining("; ")));
            }
            return request;
        }

        private HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
            HttpResponse<String> answer = server.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            for (String cookie : answer.headers().allValues("set-cookie")) {
                String[] pair = cookie.substring(0, cookie.indexOf(';')).split("=", 2);
                cookies.put(pair[0], pair[1]);
            }
            return answer;
        }
    }

    @Override
    public void close() {
        signIn.close();
        web.close();
    }
}
