package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.gateway.kafka.OwnTopics;
import io.weir.gateway.kafka.TopicSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The keys of every input that reads Kafka topics of other producers.
 *
 * @param bootstrap addresses of their Kafka; empty for the gateway's own
 * @param properties further client settings by their Kafka names; for the gateway's own Kafka,
 *     added to its settings
 * @param group consumer group that shares the work; empty for one derived from the input's name
 */
public record TopicKeys(
        InputName input,
        Optional<String> bootstrap,
        Map<String, String> properties,
        List<String> topics,
        Optional<String> group) {

    public static TopicKeys read(InputName input, YamlSection section) {
        return new TopicKeys(
                input,
                section.value(
                                "bootstrap",
                                "",
                                KafkaSettings::addresses,
                                "HOST:PORT of another Kafka, or several by comma; otherwise the gateway's own")
                        .optional(),
                section.entries("properties", text -> text, "further client settings by their Kafka names")
                        .optional()
                        .<Map<String, String>>map(properties -> properties)
                        .orElse(Map.of()),
                section.texts("topics", "the topics to read; the input waits for missing ones")
                        .or(List.of()),
                section.text(
                                "group",
                                "consumer group; gateways in the same group share the work; otherwise weir-gateway-NAME")
                        .optional());
    }

    /** The topics and Kafka to read, for a gateway with this Kafka of its own. */
    public TopicSource source(KafkaSettings own) {
        boolean isOwn = bootstrap.map(own.bootstrap()::equals).orElse(true);
        Map<String, Object> client = isOwn ? own.clientProperties() : new HashMap<>();
        bootstrap.ifPresent(address -> client.put("bootstrap.servers", address));
        client.putAll(properties);
        if (topics.isEmpty()) {
            throw new StartException("input " + input.text() + " has no topics; set " + input.key("topics"));
        }
        if (isOwn) {
            refuseOwn(own);
        }
        return new TopicSource(
                input.text(),
                client,
                new TreeSet<>(topics),
                group.orElse(own.topics().prefix() + "weir-gateway-" + input.text()),
                new OwnTopics(own.clientProperties(), written(own)));
    }

    /**
     * Rejects topics that the gateway writes: reading them would be an endless loop. A different
     * address of the same Kafka is detected once Kafka is available.
     */
    private void refuseOwn(KafkaSettings own) {
        for (String written : written(own)) {
            if (topics.contains(written)) {
                throw new StartException("input " + input.text() + " would read " + written
                        + ", which Weir itself writes; remove it from " + input.key("topics"));
            }
        }
    }

    private static Set<String> written(KafkaSettings own) {
        return own.declarations().stream().map(TopicDeclaration::name).collect(Collectors.toSet());
    }
}
