package io.weir.contract.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

    @Test
    void passesTheRackToStandbysAndConsumers() {
        StreamsConfig streams = streams(Map.of(
                "WEIR_KAFKA_PROPERTIES_CLIENT_RACK", "a",
                "WEIR_KAFKA_PROPERTIES_CLIENT_TAG_RACK", "a",
                "WEIR_KAFKA_PROPERTIES_RACK_AWARE_ASSIGNMENT_TAGS", "rack",
                "WEIR_KAFKA_PROPERTIES_RACK_AWARE_ASSIGNMENT_STRATEGY", "min_traffic"));

        assertThat(streams.getClientTags()).isEqualTo(Map.of("rack", "a"));
        assertThat(streams.getList(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG))
                .containsExactly("rack");
        assertThat(streams.getString(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG))
                .isEqualTo(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC);
        assertThat(streams.getMainConsumerConfigs("group", "client", 1))
                .containsEntry(ConsumerConfig.CLIENT_RACK_CONFIG, "a");
        assertThat(streams.getRestoreConsumerConfigs("client")).containsEntry(ConsumerConfig.CLIENT_RACK_CONFIG, "a");
    }

    @Test
    void setsNoRackWithoutTheVariable() {
        StreamsConfig streams = streams(Map.of());

        assertThat(streams.getClientTags()).isEmpty();
        assertThat(streams.getMainConsumerConfigs("group", "client", 1))
                .doesNotContainEntry(ConsumerConfig.CLIENT_RACK_CONFIG, "a");
    }

    private static StreamsConfig streams(Map<String, String> environment) {
        KafkaSettings kafka = YamlSource.text("settings", "")
                .withEnvironment("WEIR", environment)
                .read(root -> KafkaSettings.read(root.section("kafka")));
        Properties settings = StreamsSettings.of(
                kafka,
                new BadRecords(
                        "test",
                        kafka,
                        new SimpleMeterRegistry(),
                        Path.of("target", "poison"),
                        new ChangelogIds(Set.of())));
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        return new StreamsConfig(settings);
    }
}
