package io.weir.gateway.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.message.TcpMessageSettings;
import io.weir.gateway.message.UnixMessageSettings;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.Identity;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamInputsTest {
    @Test
    void readsTheSettingsOfTcp(@TempDir Path folder) throws Exception {
        Path authority = new Identity(folder, "authority").certificate();
        TcpMessageSettings tcp =
                (TcpMessageSettings) read("""
                        udp: {enabled: false}
                        tcp: {enabled: true, port: 7000, connections: 5, line-bytes: 100, idle-timeout: 5s, precision: s,
                              tls: {certificate: c.pem, key: k.pem, client-ca: %s}}
                        """.formatted(authority)).get(0);
        assertThat(tcp.tcp().stream().port()).isEqualTo(7000);
        assertThat(tcp.tcp().stream().maxConnections()).isEqualTo(5);
        assertThat(tcp.tcp().maxLineBytes()).isEqualTo(100);
        assertThat(tcp.tcp().idleTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(tcp.messages().precision()).isEqualTo(StampUnit.S);
        assertThat(tcp.tcp().stream().tls().orElseThrow().clientCa()).contains(authority);
    }

    @Test
    void aVariableAloneOpensAnInput() {
        List<InputSettings> inputs = YamlSource.text("gateway.yaml", "")
                .withEnvironment(
                        "WEIR_GATEWAY", Map.of("WEIR_GATEWAY_TCP_ENABLED", "true", "WEIR_GATEWAY_UNIX_ENABLED", "true"))
                .read(GatewayConfig::read)
                .inputs();
        assertThat(inputs).extracting(InputSettings::name).containsExactly("udp", "tcp", "unix");
    }

    @Test
    void readsTheSettingsOfAUnixSocket() {
        UnixMessageSettings unix = (UnixMessageSettings)
                read("unix: {enabled: true, path: /tmp/s, mode: \"0622\"}").get(1);
        assertThat(unix.socket().path()).isEqualTo(Path.of("/tmp/s"));
        assertThat(PosixFilePermissions.toString(unix.socket().mode())).isEqualTo("rw--w--w-");
    }

    @Test
    void reportsMissingAndInvalidSettings(@TempDir Path folder) throws Exception {
        Path authority = new Identity(folder, "authority").certificate();
        assertThatThrownBy(() -> read("""
                        tcp: {enabled: true, tls: {certificate: c.pem}}
                        unix: {enabled: true, mode: "u+w"}
                        inputs: [{kind: tcp, name: more, tls: {client-ca: %s}}]
                        """.formatted(authority)))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("tcp.tls.key: is missing")
                .hasMessageContaining("unix.mode: must be three octal digits")
                .hasMessageContaining("inputs[0].tls.client-ca: has no effect");
    }

    private static List<InputSettings> read(String yaml) {
        return YamlSource.text("gateway.yaml", yaml).read(GatewayConfig::read).inputs();
    }
}
