package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetersServerTest {

    /** Half of the time after which the server closes a connection without a request. */
    private static final Duration PROMPTLY = Duration.ofSeconds(5);

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void servesMetersInPrometheusFormat() throws Exception {
        meters.counter("weir_gateway_lines").increment(3);

        HttpResponse<String> answer = get(serve(), "/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(answer.body()).contains("\nweir_gateway_lines_total 3.0\n");
    }

    @Test
    void isReadyOnceEveryServiceIs() throws Exception {
        HttpResponse<String> answer = get(serve(Health.running(), Health.running()), "/health/ready");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"ok\":true,\"services\":{\"service-0\":{\"state\":\"READY\",\"detail\":\"running\"},"
                        + "\"service-1\":{\"state\":\"READY\",\"detail\":\"running\"}}}\n");
    }

    @Test
    void reportsTheWaitOfEachService() throws Exception {
        MetersServer server = serve(Health.running(), Health.waiting("waits for Kafka at \"x:1\""));

        HttpResponse<String> ready = get(server, "/health/ready");

        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body())
                .isEqualTo("{\"ok\":false,\"services\":{\"service-0\":{\"state\":\"READY\",\"detail\":\"running\"},"
                        + "\"service-1\":{\"state\":\"NOT_READY\",\"detail\":\"waits for Kafka at \\\"x:1\\\"\"}}}\n");
        assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void isNotLiveIfOneServiceIsDead() throws Exception {
        HttpResponse<String> answer = get(serve(Health.running(), Health.dead("threads died")), "/health/live");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"service-1\":{\"state\":\"DEAD\",\"detail\":\"threads died\"}");
    }

    @Test
    void metersAskForTheTokenAndHealthDoesNot() throws Exception {
        MetersServer server = MetersServer.start(
                new HttpSettings("127.0.0.1", 0, Optional.of("secret")),
                meters,
                List.of(new RecordedService("service-0", Health.running(), new ArrayList<>())));
        opened.add(server);

        assertThat(get(server, "/metrics").statusCode()).isEqualTo(401);
        assertThat(get(server, "/metrics", "Bearer secret").statusCode()).isEqualTo(200);
        assertThat(get(server, "/metrics", "Bearer other").statusCode()).isEqualTo(401);
        assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
        assertThat(new HttpSettings("h", 1, Optional.of("secret")).toString()).doesNotContain("secret");
    }

    @Test
    void servesThePagesOfEachService() throws Exception {
        MetersServer server = serve(Health.running(), Health.running());

        HttpResponse<String> answer = get(server, "/service-1/page");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo("[]\n");
        assertThat(get(server, "/service-0/page").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesOtherPaths() throws Exception {
        assertThat(get(serve(), "/metrics/more").statusCode()).isEqualTo(404);
    }

    @Test
    void refusesForeignHostNames() throws Exception {
        assertThat(raw(serve(), "GET /metrics HTTP/1.1", "evil.example")).startsWith("HTTP/1.1 421");
        assertThat(raw(serve(), "GET /metrics HTTP/1.1", "localhost")).startsWith("HTTP/1.1 200");
    }

    @Test
    void acceptsAnyHostWhereATokenIsRequired() throws Exception {
        MetersServer server =
                MetersServer.start(new HttpSettings("127.0.0.1", 0, Optional.of("secret")), meters, List.of());
        opened.add(server);

        assertThat(raw(server, "GET /metrics HTTP/1.1", "weir.farm")).startsWith("HTTP/1.1 401");
    }

    /**
     * Some clients send nothing, some half a head, and some one byte per second: none of them may
     * delay a probe's answer.
     */
    @Test
    void halfOpenConnectionsDoNotDelayHealth() throws Exception {
        MetersServer server = serve(Health.running());
        assertThat(get(server, "/health/live").statusCode())
                .as("all classes are there")
                .isEqualTo(200);
        try (HalfOpen clients = new HalfOpen(server.port(), 64)) {
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                clients.drip();
                long startNanos = System.nanoTime();
                assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
                took.add(Duration.ofNanos(System.nanoTime() - startNanos));
            }
            // A pause of a busy machine delays some.
            Collections.sort(took);
            assertThat(took.get(0)).isLessThan(Duration.ofSeconds(1));
            assertThat(took.get(took.size() / 2)).isLessThan(PROMPTLY);
        }
    }

    @Test
    void namesTheTakenPortAndItsSetting() {
        int port = serve().port();

        assertThatThrownBy(() -> MetersServer.start(new HttpSettings("127.0.0.1", port), meters, List.of()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("meters.port")
                .hasMessageContaining("port " + port + "/tcp on 127.0.0.1, for meters and health, is taken");
    }

    @Test
    void namesTheInvalidHostAndItsSetting() {
        assertThatThrownBy(() -> MetersServer.start(new HttpSettings("nonsense.invalid", 0), meters, List.of()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("'nonsense.invalid', for meters and health, is no address of this machine")
                .hasMessageContaining("meters.host");
    }

    private MetersServer serve(Health... healths) {
        List<Service> services = new ArrayList<>();
        for (Health health : healths) {
            services.add(new RecordedService("service-" + services.size(), health, new ArrayList<>()));
        }
        MetersServer server = MetersServer.start(new HttpSettings("127.0.0.1", 0), meters, services);
        opened.add(server);
        return server;
    }

    private static HttpResponse<String> get(MetersServer server, String path) throws Exception {
        return get(server, path, "none");
    }

    private static HttpResponse<String> get(MetersServer server, String path, String authorization) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                                .header("Authorization", authorization)
                                .timeout(Duration.ofSeconds(30))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static String raw(MetersServer server, String line, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write((line + "\r\nHost: " + host + "\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
