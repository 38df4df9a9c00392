package io.weir.gateway.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AmqpInputSettingsTest {
    @Test
    void consumesFromThisMachineByDefault() {
        AmqpInputSettings settings = read("{queues: [a]}");
        assertThat(settings.amqp()).hasToString("queues=[a] brokers=[localhost] vhost=/");
        assertThat(settings.amqp().broker().user()).isEqualTo("guest");
        assertThat(settings.amqp().broker().password()).isEqualTo("guest");
        assertThat(settings.amqp().broker().tls()).isEmpty();
        assertThat(settings.amqp().declaration()).isEmpty();
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(settings.consuming().deadLetter()).isFalse();
    }

    @Test
    void argumentsOfQueuesHaveTypes() {
        assertThat(read("{declare: {arguments: {x-max-length: 5, x-queue-type: quorum, x-lazy: true, x-id: '1a'}}}")
                        .amqp()
                        .declaration()
                        .orElseThrow()
                        .arguments())
                .isEqualTo(Map.of("x-max-length", 5L, "x-queue-type", "quorum", "x-lazy", true, "x-id", "1a"));
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{brokers: ['a:b', 'a:70000', ':5672'], user: weir, tls: {ca: /nowhere},"
                        + " declare: {routing-keys: [a]}, mapping: {measurement: m}, prefetch: 0, consumers: 65,"
                        + " heartbeat: 0s}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "brokers",
                                "\"a:b\"",
                                "password-file, or set WEIR_AMQP_PASSWORD",
                                "/nowhere",
                                "routing-keys: has no exchange",
                                "mapping: has no effect on line protocol",
                                "prefetch",
                                "consumers",
                                "heartbeat"));
        assertThatThrownBy(() -> read("{format: json, precision: s, declare: {exchange: e}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("precision: has no effect on json")
                .hasMessageContaining("has no routing-keys");
    }

    @Test
    void aCertificateNeedsItsKeyAndFilesNeedTls(@TempDir Path directory) throws Exception {
        Identity identity = new Identity(directory, "client");
        assertThat(read("{tls: {certificate: %1$s, key: %2$s}}".formatted(identity.certificate(), identity.key()))
                        .amqp()
                        .broker()
                        .tls())
                .isPresent();
        assertThat(read("{tls: {enabled: true}}").amqp().broker().tls()).isPresent();
        assertThatThrownBy(() -> read("{tls: {certificate: " + identity.certificate() + "}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("tls.key: is missing");
        assertThatThrownBy(() -> read("{tls: {enabled: false, ca: " + identity.certificate() + "}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("tls.enabled: is false");
    }

    @Test
    void aPasswordNeedsAUser(@TempDir Path directory) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        assertThatThrownBy(() -> read("{password-file: " + password + "}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("password-file: has no user")
                .hasMessageNotContaining("secret");
        assertThat(read("{user: weir, password-file: " + password + "}").amqp())
                .satisfies(amqp -> assertThat(amqp.broker().password()).isEqualTo("secret"))
                .satisfies(amqp -> assertThat(amqp.broker().toString()).doesNotContain("secret"));
    }

    @Test
    void doesNotOpenWithoutQueuesOrMapping() {
        for (String missing : List.of("queues", "mapping")) {
            String rest = missing.equals("queues") ? "mapping: {measurement: m}" : "queues: [a]";
            assertThatThrownBy(() -> OpenedInput.open(
                            "{udp: {enabled: false}, amqp: {enabled: true, format: json, " + rest + "}}"))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("input amqp has no " + missing + "; set amqp." + missing);
        }
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, amqp: {enabled: true, format: json}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no queues")
                .hasMessageContaining("no mapping");
    }

    private static AmqpInputSettings read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> AmqpInputSettings.read(new InputName("amqp", true), section));
    }
}
