package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.topic.Topics;
import io.weir.contract.yaml.MistakesException;
import io.weir.contract.yaml.YamlSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    private static KafkaSettings read(String text) {
        return YamlSource.text("settings.yaml", text).read(root -> KafkaSettings.read(root.section("kafka")));
    }
}
