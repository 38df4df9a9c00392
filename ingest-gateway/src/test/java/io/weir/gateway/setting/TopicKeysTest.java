package io.weir.gateway.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.Topics;
import io.weir.gateway.kafka.TopicSource;
import io.weir.gateway.testing.OpenedInput;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicKeysTest {
    private static final KafkaSettings OWN =
            new KafkaSettings("own:9092", Map.of("security.protocol", "SSL"), new Topics("farm."), 8, (short) 1);

    @Test
    void readsFromTheGatewaysOwnKafkaByDefault() {
        TopicSource source = read("{topics: [telegraf, o2], properties: {max.poll.records: 7}}")
                .source(OWN);
        assertThat(source.client())
                .containsEntry("bootstrap.servers", "own:9092")
                .containsEntry("security.protocol", "SSL")
                .containsEntry("max.poll.records", "7");
        assertThat(source.topics()).containsExactly("o2", "telegraf");
        assertThat(source.group()).isEqualTo("farm.weir-gateway-kafka-topics");
    }

    @Test
    void doesNotSendOwnSettingsToAnotherKafka() {
        TopicSource source =
                read("{topics: [telegraf], bootstrap: 'other:9092', group: g}").source(OWN);
        assertThat(source.client()).isEqualTo(Map.of("bootstrap.servers", "other:9092"));
        assertThat(source.group()).isEqualTo("g");
    }

    @Test
    void refusesToReadWhatWeirWrites() {
        for (String bootstrap : new String[] {"", ", bootstrap: 'own:9092'"}) {
            assertThatThrownBy(() -> read("{topics: [telegraf, farm.metrics.raw]" + bootstrap + "}")
                            .source(OWN))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("farm.metrics.raw")
                    .hasMessageContaining("kafka-topics.topics (WEIR_GATEWAY_KAFKA_TOPICS_TOPICS)");
        }
        assertThat(read("{topics: [farm.metrics.raw], bootstrap: 'other:9092'}")
                        .source(OWN)
                        .topics())
                .containsExactly("farm.metrics.raw");
    }

    @Test
    void refusesToReadNothing() {
        assertThatThrownBy(() -> read("{}").source(OWN))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("has no topics");
    }

    @Test
    void reportsInvalidAddressesAndConsumerSettings() {
        assertThatThrownBy(() -> read("{topics: [telegraf], bootstrap: other}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("bootstrap")
                .hasMessageContaining("HOST:PORT");
        assertThatThrownBy(() ->
                        OpenedInput.open("{udp: {enabled: false}, kafka-topics: {enabled: true, topics: [telegraf],"
                                + " properties: {max.poll.records: many}}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input kafka-topics")
                .hasMessageContaining("max.poll.records");
    }

    private static TopicKeys read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> TopicKeys.read(new InputName("kafka-topics", true), section));
    }
}
