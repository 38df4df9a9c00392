package io.weir.relay.kafka;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkSettings;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings of a sink in Kafka.
 *
 * @param bootstrap one or more HOST:PORT, joined by commas
 * @param properties further client settings, by their Kafka names, such as those for TLS
 * @param route template of the topic
 */
public record KafkaSinkSettings(String bootstrap, Map<String, String> properties, MessageTemplate route)
        implements SinkSettings {

    private static final MessageTemplate SAME = MessageTemplate.of("{measurement}");

    /** Replaces invalid settings. */
    public static final KafkaSinkSettings NONE = new KafkaSinkSettings("", Map.of(), SAME);

    /** Copies the map. */
    public KafkaSinkSettings {
        properties = Map.copyOf(properties);
    }

    /**
     * Reads the section {@code kafka} of a sink.
     *
     * @param variable the environment variable with the password
     */
    public static KafkaSinkSettings read(YamlSection section, String variable) {
        return new KafkaSinkSettings(
                section.value(
                                "bootstrap",
                                "",
                                KafkaSettings::addresses,
                                "addresses of brokers, HOST:PORT, separated by commas")
                        .required(),
                KafkaSettings.properties(section, variable),
                section.value(
                                "topic",
                                SAME,
                                MessageTemplate::of,
                                "template of the topic; topics must exist, or the brokers create them")
                        .required());
    }

    @Override
    public Sink open(String name, KafkaSettings own) {
        Set<String> forbidden = Collections.disjoint(addresses(own.bootstrap()), addresses(bootstrap))
                ? Set.of()
                : own.declarations().stream().map(TopicDeclaration::name).collect(Collectors.toSet());
        return new KafkaSink(bootstrap, properties, "weir-relay-" + name, forbidden);
    }

    private static List<String> addresses(String bootstrap) {
        return Stream.of(bootstrap.toLowerCase(Locale.ROOT).split(","))
                .map(String::strip)
                .toList();
    }

    @Override
    public String shown() {
        return "topic=" + route + " kafka=" + bootstrap;
    }

    /** Without properties, which include secrets. */
    @Override
    public String toString() {
        return shown();
    }
}
