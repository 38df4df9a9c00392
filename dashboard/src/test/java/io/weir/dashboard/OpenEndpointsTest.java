package io.weir.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.Flow;
import io.weir.dashboard.live.Outside;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenEndpointsTest {
    /** All others ask for a sign-in, so a new endpoint must not be open by mistake. */
    @Test
    void onlyTheStepsOfASignInAreOpen(@TempDir Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcdef");
        DashboardConfig config =
                YamlSource.text("settings", """
                        oidc:
                          issuer: https://sso.example.org
                          client-id: weir
                          client-secret-file: %s
                          public-url: https://weir.example.org
                          view: [all]
                        """.formatted(secret)).read(DashboardConfig::read);
        Outside outside = new Outside() {
            @Override
            public Optional<Flow> flow() {
                return Optional.empty();
            }

            @Override
            public Map<String, String> lossMeters() {
                return Map.of();
            }

            @Override
            public List<Service> services() {
                return List.of();
            }
        };
        DashboardService service = new DashboardService(
                config,
                Optional.empty(),
                outside,
                commands -> List.of(),
                KafkaSettings.defaults(),
                new SimpleMeterRegistry());
        Map<String, Endpoint> endpoints = new TreeMap<>(service.endpoints());
        assertThat(endpoints).hasSizeGreaterThan(20);
        endpoints.values().removeIf(endpoint -> !(endpoint instanceof Endpoint.Open));
        assertThat(endpoints.keySet())
                .containsExactly(
                        "GET /api/session", "GET /api/sign-in", "GET /api/sign-in/callback", "POST /api/logout");
    }
}
