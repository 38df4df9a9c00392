package io.weir.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.Glob;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotifierConfigTest {

    @Test
    void noReceiverIsConfiguredByDefault() {
        assertThat(read("").isOn()).isFalse();
        assertThat(read("alertmanager: {resend: 5s}").isOn()).isFalse();
        assertThat(read("alertmanager: {urls: ['http://am:9093']}").isOn()).isTrue();
        assertThat(read("webhook: {url: 'http://chat/hook'}").isOn()).isTrue();
    }

    @Test
    void everySettingOfAlertmanagerIsRead(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "Bearer abc\n");

        var config = read("""
                alertmanager:
                  urls: ["http://am1:9093", "https://am2/alerts"]
                  resend: 30s
                  timeout: 3s
                  labels: {farm: o2}
                  authorization-file: "%s"
                """.formatted(secret)).alertmanager();

        assertThat(config.urls()).containsExactly(URI.create("http://am1:9093"), URI.create("https://am2/alerts"));
        assertThat(config.resend()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.labels()).isEqualTo(Map.of("farm", "o2"));
        assertThat(config.authorization()).contains("Bearer abc");
        assertThat(config.toString()).doesNotContain("abc");
    }

    @Test
    void everySettingOfAWebhookIsRead(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "abc\n");

        var config = read("""
                webhook:
                  url: https://chat.example.org/hook/1?room=2
                  body: '{"text": "{{message}}"}'
                  content-type: application/json; charset=utf-8
                  headers: {X-Farm: o2}
                  secret-header: X-Api-Key
                  secret-file: "%s"
                  timeout: 3s
                  severities: [major, invalid]
                  rules: ["cpu-*"]
                  subtrees: [cpu-high/TPC]
                """.formatted(secret)).webhook();

        assertThat(config.url()).contains(URI.create("https://chat.example.org/hook/1?room=2"));
        assertThat(config.headers())
                .isEqualTo(
                        Map.of("Content-Type", "application/json; charset=utf-8", "X-Farm", "o2", "X-Api-Key", "abc"));
        assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.severities()).containsExactly(Severity.MAJOR, Severity.INVALID);
        assertThat(config.rules()).containsExactly(new Glob("cpu-*"));
        assertThat(config.subtrees()).containsExactly("cpu-high/TPC");
        assertThat(config.body()).isPresent();
        assertThat(config.shown()).isEqualTo("https://chat.example.org");
        assertThat(config.toString()).doesNotContain("abc", "hook/1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            alertmanager: {urls: [am:9093]}                      | alertmanager.urls[0]: must be a URL with http:// or https://
            alertmanager: {urls: ['ftp://am']}                   | alertmanager.urls[0]: must be a URL with http:// or https://
            alertmanager: {urls: ['http://a b']}                 | alertmanager.urls[0]: is no URL, at character 8; such as http://
            alertmanager: {urls: ['http://u:hidden@am']}         | contains a user or a password; use a secret with the header Authorization
            alertmanager: {urls: ['http://am/#a']}               | has a # part; remove it
            alertmanager: {url: 'http://am'}                     | did you mean "urls"?
            alertmanager: {resend: 10ms}                         | alertmanager.resend: must be a duration of at least 1s
            alertmanager: {timeout: 2m}                          | alertmanager.timeout: must be at most 1m
            alertmanager: {labels: {a-b: x}}                     | alertmanager.labels: cannot have "a-b"; a label consists of letters
            alertmanager: {labels: {id: x}}                      | cannot have "id"; a label consists of letters, digits and _, and is none of
            alertmanager: {authorization-file: /nowhere/secret}  | alertmanager.authorization-file: "/nowhere/secret" does not exist
            webhook: {url: chat}                                 | webhook.url: must be a URL with http:// or https://
            webhook: {body: '{{mesage}}'}                        | webhook.body: names "mesage", which no transition has
            webhook: {body: '{"value": {{value}}}'}              | webhook.body: renders "{"value": }", which is not JSON
            webhook: {headers: {Host: x}}                        | webhook.headers: cannot be sent as the header "Host"
            webhook: {headers: {a b: x}}                         | webhook.headers: cannot be sent as the header "a b"
            webhook: {secret-header: Host}                       | webhook.secret-header: cannot be sent as the header "Host"
            webhook: {secret-file: /nowhere/secret}              | webhook.secret-file: "/nowhere/secret" does not exist
            webhook: {severities: [critical]}                    | webhook.severities[0]: must be one of ok, minor, major, invalid
            webhook: {severities: [ok]}                          | webhook.severities: cannot have ok; the end of a sent alarm
            webhook: {subtrees: [cpu-high/]}                     | webhook.subtrees[0]: is no node of the alarm tree
            webhook: {timeout: 2m}                               | webhook.timeout: must be at most 1m
            """)
    void aMistakeNamesTheKeyAndTheRemedy(String yaml, String says) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("notifier.yaml:1: ")
                .hasMessageContaining(says)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void messagesDoNotRepeatInvalidSecrets(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "hidden\nhidden too");

        assertThatThrownBy(() -> read("alertmanager: {authorization-file: '" + secret + "'}"))
                .hasMessageContaining("is not one line of ASCII; write only the header's value into the file")
                .hasMessageNotContaining("hidden");
    }

    private static NotifierConfig read(String yaml) {
        return YamlSource.text("notifier.yaml", yaml).read(NotifierConfig::read);
    }
}
