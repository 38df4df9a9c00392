package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.standalone.probe.out.Destination;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.OutputConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputConfigTest {

    @ParameterizedTest
    @CsvSource({
        "http://influx1:8086/write?db=metrics, http://influx1:8086/write",
        "https://[fd00::1]:8086/api/v2/write?org=o&bucket=b, https://[fd00::1]:8086/api/v2/write",
        "http://collector1, http://collector1",
        "gateway1:8089, gateway1:8089",
        "-, standard output",
    })
    void destinationsAreShownWithoutTheirQuery(String text, String shown) {
        assertThat(Destination.parse(text)).hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "influx1",
                "ftp://influx1/write",
                "http:///write",
                "http://in flux/write",
                "://influx1",
                "http://a:b:c/"
            })
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> Destination.parse(text))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("was \"" + text + "\"")
                .hasMessageContaining("such as");
    }

    @Test
    void credentialsInAUrlAreRefusedAndNotRepeated() {
        assertThatThrownBy(() -> Destination.parse("http://me:secret@influx1:8086x/write"))
                .hasMessageContaining("user or password")
                .hasMessageContaining("token-file")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{format: influx} | for format influx, to (--to, WEIR_PROBE_TO) must be the URL of write requests, or - for standard output, and is missing; such as http://influx1:8086/write?db=metrics",
                "{format: influx, to: 'http://influx1:8086/'} | was http://influx1:8086/; such as",
                "{format: influx, to: 'influx1:8086'} | was influx1:8086; such as",
                "{format: otlp, to: 'collector1:4318'} | for format otlp, to (--to, WEIR_PROBE_TO) must be the URL of a collector, was collector1:4318; such as http://127.0.0.1:4318",
                "{format: udp, to: 'http://influx1:8086/write'} | must be the HOST:PORT of a gateway, was http://influx1:8086/write; a URL needs format influx or otlp",
                "{format: udp, to: '-'} | must be the HOST:PORT of a gateway, was standard output",
                "{format: prometheus, to: 'gateway1:8089'} | must be left out, was gateway1:8089; listen (--listen, WEIR_PROBE_LISTEN) is the address of the page",
            })
    void aDestinationThatTheFormatCannotUseStopsTheStart(String settings, String message) {
        ProbeConfig config = YamlSource.text("probe.yaml", settings).read(ProbeConfig::read);
        try (ProbeService probe = new ProbeService(config, () -> HostAndPort.GATEWAY, new SimpleMeterRegistry())) {
            assertThatThrownBy(probe::start).isInstanceOf(StartException.class).hasMessageContaining(message);
        }
    }

    @Test
    void aCollectorHasTheStandardAddressAndPath() {
        assertThat(read("{format: otlp}").collector()).hasToString("http://127.0.0.1:4318/v1/metrics");
        assertThat(read("{format: otlp, to: 'https://c1:4318/'}").collector())
                .hasToString("https://c1:4318/v1/metrics");
        assertThat(read("{format: otlp, to: 'https://c1/otlp/v1/metrics'}").collector())
                .hasToString("https://c1/otlp/v1/metrics");
    }

    @Test
    void theTokenIsNotShown(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "secret\n");

        OutputConfig config = read("{token-file: '" + file + "'}");

        assertThat(config.token()).contains("secret");
        assertThat(config.toString()).doesNotContain("secret");
    }

    /** A header cannot contain it, and the error of the HTTP client would show it. */
    @Test
    void refusesATokenOfSeveralLinesWithoutShowingIt(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "secret\nother");

        assertThatThrownBy(() -> read("{token-file: '" + file + "'}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("token-file")
                .hasMessageContaining("more than one line of ASCII")
                .hasMessageNotContaining("secret");
    }

    private static OutputConfig read(String text) {
        return YamlSource.text("probe.yaml", text).read(ProbeConfig::read).output();
    }
}
