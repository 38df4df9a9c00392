package io.weir.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.InputPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the documentation page about line protocol are valid. */
class LineProtocolPageTest {
    private final InputPage page = new InputPage("line-protocol");

    @Test
    void everyExampleOpensWhatItShows(@TempDir Path folder) throws Exception {
        List<String> examples = page.blocks("yaml");
        assertThat(names(examples.get(0))).containsExactly("udp", "tcp", "http", "unix");
        assertThat(names(examples.get(1))).containsExactly("udp", "north", "office");
        HttpMessageSettings secured =
                (HttpMessageSettings) inputs(secured(examples.get(2), folder)).get(1);
        assertThat(secured.http().stream().tls().orElseThrow().clientCa()).isPresent();
        assertThat(examples).hasSize(3);
    }

    /** The authority is read with the settings. */
    private static String secured(String example, Path folder) throws Exception {
        return example.replace(
                "/etc/weir/clients.pem",
                new Identity(folder, "clients").certificate().toString());
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
