package io.weir.gateway.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.testing.InputPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings on the documentation pages are valid. Blocks with a version are rules. */
class InputPagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "aliecs",
                "amqp",
                "apmon",
                "csv",
                "eos",
                "exec",
                "flume",
                "infologger",
                "json",
                "kafka",
                "mqtt",
                "opentsdb",
                "otlp",
                "prometheus-text",
                "redfish",
                "remote-write",
                "scrape",
                "snmp",
                "sparkplug",
                "statsd",
                "stomp",
                "tail",
                "websocket",
                "zabbix"
            })
    void everyExampleOpensTheInputThatThePageIsAbout(String page, @TempDir Path etc) throws IOException {
        Files.writeString(etc.resolve("apmon-password"), "secret");
        Files.writeString(etc.resolve("rabbitmq-password"), "secret");
        Files.writeString(etc.resolve("stomp-password"), "secret");
        Files.writeString(etc.resolve("mqtt-password"), "secret");
        for (String file : List.of("snmp-community", "snmp-auth", "snmp-privacy")) {
            Files.writeString(etc.resolve(file), "long-secret");
        }
        List<String> examples = new InputPage(page)
                .blocks("yaml").stream()
                        .filter(example -> !example.startsWith("version: 1\n"))
                        .map(example -> example.replace("/etc/weir", etc.toString()))
                        .toList();

        assertThat(examples).isNotEmpty();
        assertThat(examples).allSatisfy(example -> assertThat(
                        YamlSource.text(page, example).read(GatewayConfig::read).inputs())
                .anyMatch(input -> input.name().contains(page)));
    }
}
