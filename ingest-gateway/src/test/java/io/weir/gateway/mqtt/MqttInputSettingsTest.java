package io.weir.gateway.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.mqtt.MqttSettings.Version;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttInputSettingsTest {
    @Test
    void consumesFromThisMachineByDefault() {
        MqttInputSettings settings = read("{topics: ['farm/{host}/#']}");
        assertThat(settings.mqtt()).hasToString("topics=[farm/+/#] brokers=[localhost:1883]");
        assertThat(settings.mqtt().connecting().version()).isEqualTo(Version.V5);
        assertThat(settings.mqtt().connecting().login()).isEmpty();
        assertThat(settings.mqtt().connecting().tls()).isEmpty();
        assertThat(settings.mqtt().topics().isAcknowledged()).isTrue();
        assertThat(settings.mqtt().topics().hasRetained()).isFalse();
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(settings.consuming().receiveTime()).isTrue();
    }

    @Test
    void aGroupSharesItsTopics() {
        assertThat(read("{topics: [a, 'b/+'], share: weir, consumers: 3}").mqtt())
                .hasToString("topics=[$share/weir/a, $share/weir/b/+] brokers=[localhost:1883]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a           | a:1883",
                "a:1         | a:1",
                "'[::1]:2'   | [::1]:2",
                "'::1'       | [::1]:1883",
                "'[::1]'     | [::1]:1883",
            })
    void brokersMayHavePorts(String text, String broker) {
        assertThat(read("{brokers: ['" + text + "']}").mqtt().toString()).endsWith("brokers=[" + broker + "]");
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{brokers: ['a:b', 'a:70000', ':1883', 'tcp://a'], user: weir, version: 4,"
                        + " tls: {ca: /nowhere}, mapping: {measurement: m}, measurement: m, receive-maximum: 0,"
                        + " consumers: 65, keep-alive: 0s, session-expiry: 0s, qos: 2, share: a/b,"
                        + " topics: ['a/#/b', 'a{b}', '{host}/{host}', '$share/a/b', '', 'x+']}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "\"a:b\"",
                                "\"a:70000\"",
                                "\":1883\"",
                                "\"tcp://a\"",
                                "must be 5 or 3.1.1, was \"4\"",
                                "password-file, or set WEIR_MQTT_PASSWORD",
                                "/nowhere",
                                "mapping: has no effect on line protocol",
                                "measurement: has an effect only on numbers",
                                "receive-maximum",
                                "consumers",
                                "keep-alive",
                                "session-expiry",
                                "qos",
                                "share: must have no",
                                "has levels after #, \"a/#/b\"",
                                "\"a{b}\"",
                                "has {host} twice",
                                "is a shared subscription",
                                "must be a topic, was \"\"",
                                "\"x+\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topics: ['a/#', 'a/b']                            | a/# and a/b overlap",
                "topics: [a, a]                                    | a and a overlap",
                "consumers: 2                                      | consumers: would each get all messages",
                "share: s, retained: true                          | retained: has no effect with share",
                "version: 3.1.1, session-expiry: 1h                | session-expiry: has no effect in MQTT 3.1.1",
                "keep-alive: 20h                                   | keep-alive: must be at most 65535s",
                "session-expiry: 50000d                            | session-expiry: must be at most 4294967295s",
                "format: json, precision: s                        | precision: has no effect on json",
                "topics: ['{measurement}']                         | topics: name {measurement} or {field}",
                "topics: ['{measurement}'], format: value, measurement: m | measurement: has no effect",
            })
    void refusesWhatDoesNotFitTogether(String keys, String message) {
        assertThatThrownBy(() -> read("{" + keys + "}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theDefaultPortWithTlsIsThatOfMqttOverTls(@TempDir Path directory) throws Exception {
        Identity identity = new Identity(directory, "client");
        assertThat(read("{brokers: [a], tls: {ca: " + identity.certificate() + "}}")
                        .mqtt())
                .satisfies(mqtt -> assertThat(mqtt.connecting().tls()).isPresent())
                .satisfies(mqtt -> assertThat(mqtt.toString()).endsWith("[a:8883]"));
    }

    @Test
    void aPasswordNeedsAUser(@TempDir Path directory) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        assertThatThrownBy(() -> read("{password-file: " + password + "}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("password-file: has no user")
                .hasMessageNotContaining("secret");
        assertThat(read("{user: weir, password-file: " + password + "}"))
                .satisfies(settings -> assertThat(settings.mqtt()
                                .connecting()
                                .login()
                                .orElseThrow()
                                .password())
                        .isEqualTo("secret"))
                .satisfies(settings -> assertThat(settings.toString()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "format: json, mapping: {measurement: m} | has no topics; set mqtt.topics",
                "format: json, topics: [a]               | has no mapping; set mqtt.mapping",
                "format: csv                             | has no topics; set mqtt.topics",
                "format: csv, topics: [a]                | has no mapping; set mqtt.mapping",
                "format: value, topics: [a]              | has no measurement; set mqtt.measurement",
                "format: value, topics: ['{measurement}', a/b] | has no measurement",
            })
    void doesNotOpenIncomplete(String keys, String message) {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, mqtt: {enabled: true, " + keys + "}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(message);
    }

    private static MqttInputSettings read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> MqttInputSettings.read(new InputName("mqtt", true), section));
    }
}
