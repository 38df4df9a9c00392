package io.weir.phoebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhoebusConfigTest {

    @Test
    void hasPhoebusOwnDefaults() {
        assertThat(read("")).isEqualTo(PhoebusConfig.defaults());
        assertThat(PhoebusConfig.defaults().configName()).isEqualTo("Accelerator");
        assertThat(PhoebusConfig.defaults().idle()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void readsAllSettings() {
        assertThat(read("{enabled: true, config-name: Farm, time-zone: Europe/Zurich, idle: 3s}"))
                .isEqualTo(new PhoebusConfig(
                        Optional.of(true), "Farm", ZoneId.of("Europe/Zurich"), Duration.ofSeconds(3)));
    }

    @Test
    void reportsAllMistakesAtOnce() {
        assertThatThrownBy(() -> read("{config-name: a/b, time-zone: Geneva, idle: 1ms}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("config-name")
                .hasMessageContaining("time-zone")
                .hasMessageContaining("such as Europe/Zurich")
                .hasMessageContaining("idle");
    }

    private static PhoebusConfig read(String yaml) {
        return YamlSource.text("phoebus.yaml", yaml).read(PhoebusConfig::read);
    }
}
