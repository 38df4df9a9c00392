package io.weir.gateway.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StompInputSettingsTest {
    @Test
    void consumesFromThisMachineWithoutALoginByDefault() {
        StompInputSettings settings = read("{destinations: [/queue/a]}");
        assertThat(settings.stomp()).hasToString("destinations=[/queue/a] brokers=[localhost]");
        assertThat(settings.stomp().user()).isEmpty();
        assertThat(settings.stomp().virtualHost()).isEqualTo("/");
        assertThat(settings.stomp().tls()).isEmpty();
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(settings.consuming().deadLetter()).isFalse();
    }

    @Test
    void readsAddresses() {
        assertThat(read("{brokers: [a, 'b:1', '[::1]:2', '10.0.0.1', '[fe80::1]']}")
                        .stomp())
                .asString()
                .contains("brokers=[a, b:1, [::1]:2, 10.0.0.1, [fe80::1]]");
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{brokers: ['a:b', 'a:70000', ':5672', 'a:0', 'http://a', '::1'], user: weir,"
                        + " tls: {ca: /nowhere}, mapping: {measurement: m}, prefetch: 0, consumers: 65,"
                        + " heartbeat: 0s, headers: {ack: auto, selector: x}}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "\"a:b\"",
                                "password-file, or set WEIR_STOMP_PASSWORD",
                                "/nowhere",
                                "mapping: has no effect on line protocol",
                                "prefetch",
                                "consumers",
                                "heartbeat",
                                "headers: has \"ack\", which Weir sets"));
        for (String address : new String[] {"a:70000", ":5672", "a:0", "http://a", "::1", "a b", ""}) {
            assertThatThrownBy(() -> read("{brokers: ['" + address + "']}"))
                    .as(address)
                    .isInstanceOf(MistakesException.class)
                    .hasMessageContaining("HOST:PORT");
        }
    }

    @Test
    void aPasswordNeedsAUserAndIsNotPrinted(@TempDir Path directory) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        assertThatThrownBy(() -> read("{password-file: " + password + "}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("password-file: has no user")
                .hasMessageNotContaining("secret");
        StompInputSettings settings = read("{user: weir, password-file: " + password + "}");
        assertThat(settings.stomp().password()).isEqualTo("secret");
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void doesNotOpenWithoutDestinationsOrMapping() {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, stomp: {enabled: true, format: json}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input stomp has no destinations; set stomp.destinations")
                .hasMessageContaining("input stomp has no mapping; set stomp.mapping");
    }

    private static StompInputSettings read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> StompInputSettings.read(new InputName("stomp", true), section));
    }
}
