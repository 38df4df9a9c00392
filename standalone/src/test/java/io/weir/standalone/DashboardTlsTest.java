package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.ServerTls;
import io.weir.contract.service.HttpPort;
import io.weir.contract.service.PortMistake;
import io.weir.contract.service.WantedPort;
import io.weir.dashboard.DashboardService;
import io.weir.gateway.testing.Identity;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard over HTTPS, without its Kafka. */
class DashboardTlsTest {

    @Test
    void thePageIsServedByHttpsAndTheSessionKeptToIt(@TempDir Path directory) throws Exception {
        Identity identity = new Identity(directory, "page");
        Path token = Files.writeString(directory.resolve("token"), "open sesame\n");
        ServiceKind kind = kind();
        Settings settings = Settings.ofOne(
                kind,
                Optional.empty(),
                Map.of(
                        "WEIR_KAFKA_BOOTSTRAP", "127.0.0.1:" + FreePorts.next(),
                        "WEIR_DASHBOARD_PORT", "0",
                        "WEIR_DASHBOARD_TOKEN_FILE", token.toString(),
                        "WEIR_DASHBOARD_TLS_CERTIFICATE", identity.certificate().toString(),
                        "WEIR_DASHBOARD_TLS_KEY", identity.key().toString()));

        try (DashboardService dashboard = (DashboardService) settings.services()
                .values()
                .iterator()
                .next()
                .apply(ServiceContext.alone(settings.kafka(), new SimpleMeterRegistry(), List::of))) {
            dashboard.start();
            HttpClient browser =
                    HttpClient.newBuilder().sslContext(identity.trusted()).build();

            assertThat(dashboard.url()).startsWith("https://127.0.0.1:");
            assertThat(browser.send(
                                    HttpRequest.newBuilder(URI.create(dashboard.url() + "/"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("<title>");
            HttpResponse<String> login = browser.send(
                    HttpRequest.newBuilder(URI.create(dashboard.url() + "/api/login"))
                            .header("X-Weir", "1")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"user\":\"anna\",\"token\":\"open sesame\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(login.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).endsWith("; Secure"));
        }
    }

    @Test
    void aClientThatNeverFinishesItsHandshakeIsClosed(@TempDir Path directory) throws Exception {
        Identity identity = new Identity(directory, "page");
        ServerTls tls = ServerTls.of(Files.readString(identity.certificate()), Files.readString(identity.key()));
        Handler ok = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.write(true, ByteBuffer.wrap(new byte[] {'o', 'k'}), callback);
                return true;
            }
        };
        WantedPort port = new WantedPort("127.0.0.1", 0, new PortMistake("tcp", "a test", "", ""));
        Duration within = Duration.ofSeconds(1);
        while (true) {
            HttpPort.Limits limits = new HttpPort.Limits(8, 8, within);
            try (HttpPort server = new HttpPort(port, "test-https", limits, Optional.of(tls), ok)) {
                server.start();
                try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    silent.setSoTimeout(60_000);
                    if (isServed(server.port(), identity, within)) {
                        assertThat(silent.getInputStream().read()).isEqualTo(-1);
                        return;
                    }
                }
            }
            within = within.multipliedBy(2);
        }
    }

    /**
     * Asks for longer than the timeout of a request: the connection stays open, and each request has a new
     * timeout. False if this client, on a busy machine, was too slow for the timeout.
     */
    private static boolean isServed(int port, Identity identity, Duration within) throws Exception {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/"))
                .build();
        HttpClient browser =
                HttpClient.newBuilder().sslContext(identity.trusted()).build();
        long startNanos = System.nanoTime();
        long answeredNanos = startNanos;
        while (answeredNanos - startNanos < 2 * within.toNanos()) {
            long askedNanos = answeredNanos;
            boolean isAnswered = isAnswered(browser, ask);
            answeredNanos = System.nanoTime();
            if (answeredNanos - askedNanos > within.toNanos() / 2) {
                return false;
            }
            assertThat(isAnswered).isTrue();
        }
        return true;
    }

    private static boolean isAnswered(HttpClient browser, HttpRequest ask) throws InterruptedException {
        try {
            return browser.send(ask, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .equals("ok");
        } catch (IOException e) {
            // The server has closed the connection.
            return false;
        }
    }

    @Test
    void filesThatAreMixedUpAreAMistake(@TempDir Path directory) throws Exception {
        Identity one = new Identity(directory, "one");

        assertThatThrownBy(() -> Settings.ofOne(
                        kind(),
                        Optional.empty(),
                        Map.of(
                                "WEIR_DASHBOARD_TLS_CERTIFICATE", one.key().toString(),
                                "WEIR_DASHBOARD_TLS_KEY", one.certificate().toString())))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("contains no readable certificate")
                .hasMessageContaining("contains no readable key");
    }

    private static ServiceKind kind() {
        return ServiceKinds.ALL.stream()
                .filter(each -> each.name().equals("dashboard"))
                .findAny()
                .orElseThrow();
    }
}
