package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.yaml.MistakesException;
import io.weir.contract.yaml.YamlSource;
import io.weir.gateway.intake.StampLimits;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayConfigTest {
    @Test
    void hasADefaultForEverything() {
        GatewayConfig config = GatewayConfig.defaults();
        assertThat(config.udp().port()).isEqualTo(8089);
        assertThat(config.udp().linger()).isEqualTo(Duration.ofMillis(10));
        assertThat(config.limits().future()).isEqualTo(Duration.ofHours(1).toNanos());
        assertThat(config.limits().past()).isEqualTo(StampLimits.NONE);
        assertThat(config.id()).isNotEmpty();
    }

    @Test
    void takesWhatAFileAndTheEnvironmentSay() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        id: g1
                        udp: {port: 9999, loops: 3}
                        batch: {linger: 20ms}
                        timestamps: {past-limit: 7d}
                        compression: zstd
                        """)
                .withEnvironment("WEIR_GATEWAY", Map.of("WEIR_GATEWAY_UDP_PORT", "7777"))
                .read(GatewayConfig::read);
        assertThat(config.id()).isEqualTo("g1");
        assertThat(config.udp().port()).isEqualTo(7777);
        assertThat(config.udp().loops()).isEqualTo(3);
        assertThat(config.udp().linger()).isEqualTo(Duration.ofMillis(20));
        assertThat(config.limits().past()).isEqualTo(Duration.ofDays(7).toNanos());
        assertThat(config.compression()).isEqualTo(GatewayConfig.Compression.ZSTD);
    }

    @Test
    void tellsEveryMistake() {
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", "udp: {prot: 1, loops: 0}\nbatch: {bytes: 1}")
                        .read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("udp.prot")
                .hasMessageContaining("udp.loops")
                .hasMessageContaining("batch.bytes");
    }
}
