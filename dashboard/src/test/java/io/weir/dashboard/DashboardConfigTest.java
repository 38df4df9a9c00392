package io.weir.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DashboardConfigTest {
    @Test
    void hostIsKnownAtLeastAsLongAsItsSeries() {
        assertThat(read("host-expiry: 15m").hostExpiry()).isEqualTo(Duration.ofMinutes(15));
        assertThatThrownBy(() -> read("host-expiry: 14m"))
                .hasMessageContaining("host-expiry")
                .hasMessageContaining("shorter than series-expiry");
        assertThatThrownBy(() -> read("series-expiry: 31d")).hasMessageContaining("series-expiry");
    }

    private static DashboardConfig read(String yaml) {
        return YamlSource.text("settings", yaml).read(DashboardConfig::read);
    }
}
