package io.weir.standalone.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import io.weir.contract.service.Service;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FarmClientTest {
    private static final Duration WITHIN = Duration.ofMinutes(1);

    @Test
    void readsTheHealthOfEachServiceOfAPort() throws Exception {
        Map<String, Health> health = Map.of(
                "gateway", Health.running(),
                "notifier", Health.off(),
                "processing", Health.waiting("running out of patience"),
                "writer", Health.dead("threads died"));
        List<Some> services = health.entrySet().stream()
                .map(each -> new Some(each.getKey(), each.getValue()))
                .toList();
        try (MetersServer server = MetersServer.start(
                new HttpSettings("127.0.0.1", 0), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), services)) {
            assertThat(ask(server.port())).isInstanceOfSatisfying(PortAnswer.Services.class, answer -> {
                assertThat(answer.health()).isEqualTo(health);
                assertThat(answer.meters()).isPresent();
            });
        }
    }

    @Test
    void aPortWithAnotherFormOfHealthIsNoService() throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] answer = "{\"ok\":true,\"services\":{\"writer\":\"running\"}}".getBytes(UTF_8);
        other.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        other.start();
        try {
            int port = other.getAddress().getPort();
            assertThat(ask(port))
                    .isEqualTo(new PortAnswer.NoService(
                            port, true, "another program, or another version of Weir, answers, with HTTP status 200"));
        } finally {
            other.stop(0);
        }
    }

    private static PortAnswer ask(int port) throws InterruptedException {
        Targets targets = new Targets(
                "127.0.0.1", List.of(port), true, Optional.empty(), URI.create("http://127.0.0.1:" + port + "/no"));
        try (FarmClient client = new FarmClient(targets, WITHIN, Clock.systemUTC())) {
            return client.ask().ports().get(0);
        }
    }

    /** A service with a fixed health. */
    private record Some(String name, Health health) implements Service {
        @Override
        public void start() {}

        @Override
        public void close() {}
    }
}
