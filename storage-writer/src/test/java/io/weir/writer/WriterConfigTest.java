package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.yaml.MistakesException;
import io.weir.contract.yaml.YamlSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterConfigTest {
    @Test
    void nothingSaidMeansTheDefaults() {
        assertThat(read("")).isEqualTo(WriterConfig.defaults());
    }

    @Test
    void everyKeyIsTaken(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");

        WriterConfig config = read("""
                store: influxdb1://weir@db/metrics
                token-file: "%s"
                body-lines: 5000
                body-bytes: 1000000
                """.formatted(token));

        assertThat(config.store().text()).isEqualTo("influxdb1://weir@db/metrics");
        assertThat(config.token()).contains("secret");
        assertThat(config.bodyLines()).isEqualTo(5000);
        assertThat(config.bodyBytes()).isEqualTo(1_000_000);
        assertThat(config.toString()).doesNotContain("secret");
    }

    @Test
    void secretsInTheStoresUrlAreNotRepeated() {
        assertThatThrownBy(() -> read("store: influxdb2://db/metrics?org=o&token=hidden"))
                .isInstanceOf(MistakesException.class)
                .hasMessageNotContaining("hidden")
                .hasMessageContaining("?org=ORG");
    }

    @Test
    void mistakesNameTheCulprit() {
        assertThatThrownBy(() -> read("store: mysql://db\ntoken-file: /nowhere/token\nbody-lines: 0"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("unknown scheme 'mysql'")
                .hasMessageContaining("/nowhere/token")
                .hasMessageContaining("body-lines");
    }

    private static WriterConfig read(String yaml) {
        return YamlSource.text("writer.yaml", yaml).read(WriterConfig::read);
    }
}
