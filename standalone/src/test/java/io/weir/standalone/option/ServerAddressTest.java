package io.weir.standalone.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.service.StartException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerAddressTest {

    @Test
    void aUrlMayHaveAPath() {
        assertThat(ServerAddress.parse("--url", "https://host:1/prometheus/")).hasToString("https://host:1/prometheus");
        assertThatThrownBy(() -> ServerAddress.parse("--url", "http://a b")).isInstanceOf(StartException.class);
    }

    @Test
    void theDefaultIsTheLocalDashboard() {
        assertThat(ServerAddress.dashboard(Map.of())).hasToString("http://127.0.0.1:8080");
        assertThat(ServerAddress.dashboard(Map.of("WEIR_DASHBOARD_PORT", "81", "WEIR_DASHBOARD_HOST", "0.0.0.0")))
                .hasToString("http://127.0.0.1:81");
        assertThat(ServerAddress.dashboard(Map.of("WEIR_DASHBOARD_HOST", "::1", "WEIR_DASHBOARD_TLS_KEY", "no-file")))
                .hasToString("http://[::1]:8080");
        assertThatThrownBy(() -> ServerAddress.dashboard(Map.of("WEIR_DASHBOARD_PORT", "x")))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("WEIR_DASHBOARD_PORT");
        assertThatThrownBy(() -> ServerAddress.dashboard(Map.of("WEIR_DASHBOARD_HOST", "a b")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("WEIR_DASHBOARD_HOST must be the address of a web server");
    }
}
