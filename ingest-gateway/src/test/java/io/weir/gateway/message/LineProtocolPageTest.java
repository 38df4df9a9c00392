package io.weir.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of the documentation page about line protocol are valid. */
class LineProtocolPageTest {
    private final InputPage page = new InputPage("line-protocol");

    @Test
    void everyExampleOpensWhatItShows() {
        List<String> examples = page.blocks("yaml");
        assertThat(names(examples.get(0))).containsExactly("udp", "tcp", "http", "unix");
        assertThat(names(examples.get(1))).containsExactly("udp", "north", "office");
        HttpMessageSettings secured =
                (HttpMessageSettings) inputs(examples.get(2)).get(1);
        assertThat(secured.http().stream().tls().orElseThrow().clientCa()).isPresent();
        assertThat(examples).hasSize(3);
    }

    @Test
    void theLimitsThatItTellsAreTheDefaults() {
        HttpMessageSettings http =
                (HttpMessageSettings) inputs("http: {enabled: true}").get(1);
        assertThat(http.http().maxBodyBytes()).isEqualTo(25_000_000);
        assertThat(http.http().stream().port()).isEqualTo(8186);
        TcpMessageSettings tcp =
                (TcpMessageSettings) inputs("tcp: {enabled: true}").get(1);
        assertThat(tcp.tcp().maxLineBytes()).isEqualTo(64 << 10);
        assertThat(tcp.tcp().idleTimeout()).hasHours(1);
    }

    private static List<String> names(String yaml) {
        return inputs(yaml).stream().map(InputSettings::name).toList();
    }

    private static List<InputSettings> inputs(String yaml) {
        return YamlSource.text("line-protocol.md", yaml)
                .read(GatewayConfig::read)
                .inputs();
    }
}
