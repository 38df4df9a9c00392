package io.weir.gateway.collectd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.setting.InputSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectdSettingsTest {
    private Path users;
    private Path types;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        users = Files.writeString(directory.resolve("users"), "flp: secret\n");
        types = Files.writeString(directory.resolve("types.db"), "rack in:GAUGE:0:U\n");
    }

    @Test
    void isClosedUnlessAskedFor() {
        assertThat(read("", Map.of())).extracting(InputSettings::name).containsExactly("udp");
        assertThat(read("", Map.of("WEIR_GATEWAY_COLLECTD_ENABLED", "true")))
                .extracting(InputSettings::name)
                .containsExactly("udp", "collectd");
    }

    @Test
    void hasADefaultForEverything() {
        CollectdSettings collectd = collectd("collectd: {enabled: true}", Map.of());
        assertThat(collectd.socket().port()).isEqualTo(25_826);
        assertThat(collectd.naming()).isEqualTo(Naming.WEIR);
        assertThat(collectd.types()).isEmpty();
        assertThat(collectd.level()).isEqualTo(SecurityLevel.NONE);
        assertThat(collectd.users()).isEmpty();
        assertThat(collectd.replayWindow()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void readsAFileAndTheEnvironment() {
        String yaml = "collectd: {enabled: true, names: influxdb, types-db: [" + types + "], user-file: " + users
                + ", security-level: sign, replay-window: 1m}";
        CollectdSettings collectd = collectd(yaml, Map.of("WEIR_GATEWAY_COLLECTD_SECURITY_LEVEL", "encrypt"));
        assertThat(collectd.naming()).isEqualTo(Naming.INFLUXDB);
        assertThat(collectd.types()).singleElement().satisfies(file -> assertThat(file.types())
                .containsOnlyKeys("rack"));
        assertThat(collectd.level()).isEqualTo(SecurityLevel.ENCRYPT);
        assertThat(collectd.users()).isPresent();
        assertThat(collectd.replayWindow()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void anyNumberMoreAreInputs() {
        CollectdSettings more = collectd("inputs: [{kind: collectd, name: switches, port: 25827}]", Map.of());
        assertThat(more.name()).isEqualTo("switches");
        assertThat(more.socket().port()).isEqualTo(25_827);
    }

    @Test
    void aLevelWithoutUsersIsAMistake() {
        for (String level : List.of("sign", "encrypt")) {
            assertThatThrownBy(() -> read("collectd: {security-level: " + level + "}", Map.of()))
                    .isInstanceOf(MistakesException.class)
                    .hasMessageContaining("user-file")
                    .hasMessageContaining("is missing");
        }
    }

    @Test
    void reportsAllMissingAndInvalidFiles() throws IOException {
        Files.writeString(types, "nothing\n");
        assertThatThrownBy(() -> read(
                        "collectd: {types-db: [" + types + "], user-file: " + users + ".none, names: telegraf}",
                        Map.of()))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("types-db")
                .hasMessageContaining("line 1 must be a type")
                .hasMessageContaining("user-file")
                .hasMessageContaining("does not exist")
                .hasMessageContaining("names");
    }

    private static CollectdSettings collectd(String yaml, Map<String, String> environment) {
        List<InputSettings> all = read(yaml, environment);
        return (CollectdSettings) all.get(all.size() - 1);
    }

    private static List<InputSettings> read(String yaml, Map<String, String> environment) {
        return YamlSource.text("gateway.yaml", yaml)
                .withEnvironment("WEIR_GATEWAY", environment)
                .read(GatewayConfig::read)
                .inputs();
    }
}
