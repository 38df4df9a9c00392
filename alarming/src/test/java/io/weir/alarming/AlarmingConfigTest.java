package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AlarmingConfigTest {

    @Test
    void unsetKeysHaveDefaults() {
        assertThat(read("")).isEqualTo(AlarmingConfig.defaults());
        assertThat(read("threads: 3"))
                .isEqualTo(new AlarmingConfig(
                        3,
                        Duration.ofHours(1),
                        Duration.ofSeconds(10),
                        Duration.ofDays(7),
                        Duration.ofMinutes(1),
                        384L << 20,
                        Path.of("data", "state")));
    }

    @Test
    void everySettingIsRead() {
        assertThat(
                        read(
                                "threads: 2\nseries-expiry: 5m\nahead: 3s\nalarm-expiry: 2d\nstate-bytes: 5000000\nstate-directory: there"))
                .isEqualTo(new AlarmingConfig(
                        2,
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(3),
                        Duration.ofDays(2),
                        Duration.ofMinutes(1),
                        5_000_000,
                        Path.of("there")));
    }

    @Test
    void aWrongSettingIsNamed() {
        assertThatThrownBy(() -> read("threads: 0\nseries-expirey: 5m"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("threads")
                .hasMessageContaining("did you mean")
                .hasMessageContaining("series-expiry");
    }

    private static AlarmingConfig read(String yaml) {
        return YamlSource.text("alarming.yaml", yaml).read(AlarmingConfig::read);
    }
}
