package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaSettingsTest {

    @Test
    void hasADefaultForEveryKey() {
        assertThat(read("")).isEqualTo(KafkaSettings.defaults());
    }

    @Test
    void readsEveryKey() {
        KafkaSettings read = read("""
                kafka:
                  bootstrap: "kafka-1:9092, kafka-2:9092"
                  prefix: site-a.
                  partitions: 64
                  replication: 3
                  properties: {security.protocol: SSL}
                """);

        assertThat(read)
                .isEqualTo(new KafkaSettings(
                        "kafka-1:9092, kafka-2:9092",
                        Map.of("security.protocol", "SSL"),
                        new Topics("site-a."),
                        64,
                        (short) 3));
    }

    @Test
    void namesEveryMistakeAtOnce() {
        assertThatThrownBy(() -> read("""
                kafka:
                  bootstrap: kafka-1
                  prefix: "site a "
                  partitions: 0
                """))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("settings.yaml:2")
                .hasMessageContaining("kafka.bootstrap")
                .hasMessageContaining("HOST:PORT")
                .hasMessageContaining("settings.yaml:3")
                .hasMessageContaining("kafka.prefix")
                .hasMessageContaining("settings.yaml:4")
                .hasMessageContaining("kafka.partitions");
    }

    @Test
    void givesTheAddressToClients() {
        KafkaSettings settings = new KafkaSettings("a:1", Map.of("client.rack", "r1"), new Topics(""), 1, (short) 1);

        assertThat(settings.clientProperties()).isEqualTo(Map.of("bootstrap.servers", "a:1", "client.rack", "r1"));
    }

    @Test
    void readsThePasswordFromAFileAndHidesIt(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "s3 \"cr\\et\n");

        KafkaSettings read = read("kafka: {user: 'weir \"gateway', password-file: " + file + "}");

        assertThat(read.properties())
                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .containsEntry(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"weir \\\"gateway\""
                                + " password=\"s3 \\\"cr\\\\et\";");
        assertThat(read.principal()).contains("User:weir \"gateway");
        assertThat(read.toString()).contains("sasl.jaas.config").doesNotContain("s3");
    }

    @Test
    void kafkasOwnNamesWinAndTellThePrincipalToo() {
        KafkaSettings read = read("""
                kafka:
                  properties:
                    security.protocol: SASL_SSL
                    sasl.jaas.config: org.apache.kafka.common.security.plain.PlainLoginModule required username=otto password=x;
                """);

        assertThat(read.principal()).contains("User:otto");
        assertThat(read("").principal()).isEmpty();
    }

    @Test
    void tlsIsMeantByItsFilesOrByAWord(@TempDir Path directory) throws IOException {
        Path nothing = Files.writeString(directory.resolve("nothing.pem"), "no PEM");

        assertThat(read("kafka: {tls: {enabled: true}}").properties()).isEqualTo(Map.of("security.protocol", "SSL"));
        assertThatThrownBy(() -> read("kafka: {tls: {ca: %s, key: %s}, password-file: %s}"
                        .formatted(nothing, nothing, directory.resolve("none"))))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("kafka.tls.ca: \"" + nothing + "\" contains no readable certificate")
                .hasMessageContaining("kafka.tls.key: \"" + nothing + "\" contains no readable key")
                .hasMessageContaining("openssl pkcs8")
                .hasMessageContaining("kafka.password-file");
        assertThatThrownBy(() -> read("kafka: {user: otto}"))
                .hasMessageContaining("kafka.user: has no password")
                .hasMessageContaining("WEIR_KAFKA_PASSWORD");
    }

    private static KafkaSettings read(String text) {
        return YamlSource.text("settings.yaml", text).read(root -> KafkaSettings.read(root.section("kafka")));
    }
}
