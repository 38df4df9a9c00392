package io.weir.contract.service;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * The Kafka cluster of a service.
 *
 * @param bootstrap one or more HOST:PORT, joined by commas
 * @param properties further client settings, by their Kafka names, such as those for TLS
 * @param partitions the partition count of {@code metrics.raw} and of every other line-batch topic
 * @param replication the replica count of every topic that is created
 */
public record KafkaSettings(
        String bootstrap, Map<String, String> properties, Topics topics, int partitions, short replication) {

    /**
     * The environment variable with the password of {@code kafka.user}; secrets are not in the
     * settings.
     */
    public static final String PASSWORD = KafkaLogin.PASSWORD;

    private static final Pattern ADDRESSES = Pattern.compile("[^\\s,]+:\\d{1,5}(\\s*,\\s*[^\\s,]+:\\d{1,5})*");

    /** Refuses counts below one; keeps a copy of the properties. */
    public KafkaSettings {
        if (partitions < 1) {
            throw new IllegalArgumentException("kafka.partitions must be 1 or more, was " + partitions);
        }
        if (replication < 1) {
            throw new IllegalArgumentException("kafka.replication must be 1 or more, was " + replication);
        }
        properties = Map.copyOf(properties);
    }

    /** A broker on this machine with unprefixed topics of 8 partitions, one replica each. */
    public static KafkaSettings defaults() {
        return new KafkaSettings("127.0.0.1:9092", Map.of(), new Topics(""), 8, (short) 1);
    }

    /** Reads the section {@code kafka} of a service's settings. */
    public static KafkaSettings read(YamlSection section) {
        KafkaSettings standard = defaults();
        return new KafkaSettings(
                section.value(
                                "bootstrap",
                                standard.bootstrap,
                                KafkaSettings::addresses,
                                "addresses of brokers, HOST:PORT, separated by commas")
                        .or(standard.bootstrap),
                properties(section, PASSWORD),
                new Topics(section.value("prefix", "", KafkaSettings::prefix, "prefix of the name of every topic")
                        .or("")),
                section.integer(
                                "partitions",
                                1,
                                10_000,
                                "partitions of every metrics topic; the same in all services, never changed")
                        .or(standard.partitions),
                section.integer("replication", 1, 100, "replicas of every topic that Weir creates")
                        .or((int) standard.replication)
                        .shortValue());
    }

    /**
     * Reads the keys about users, TLS and {@code properties} of any cluster. Kafka's own property
     * names override the other keys.
     *
     * @param variable the environment variable with the user's password
     */
    public static Map<String, String> properties(YamlSection section, String variable) {
        Map<String, String> client = KafkaLogin.read(section, variable);
        section.entries("properties", text -> text, "further client settings, by their Kafka names")
                .optional()
                .ifPresent(client::putAll);
        return client;
    }

    /**
     * Returns HOST:PORT, or several joined by commas, unchanged; anything else is a
     * {@link Refusal}.
     */
    public static String addresses(String text) {
        if (!ADDRESSES.matcher(text).matches()) {
            throw new Refusal("is not HOST:PORT", "such as " + defaults().bootstrap + "; separate several by commas");
        }
        return text;
    }

    private static String prefix(String text) {
        try {
            return new Topics(text).prefix();
        } catch (IllegalArgumentException e) {
            throw new Refusal("is not valid in names of topics", String.valueOf(e.getMessage()));
        }
    }

    /**
     * The same topics at another broker.
     *
     * @throws StartException if it is not HOST:PORT
     */
    public KafkaSettings withBootstrap(String other) {
        if (!ADDRESSES.matcher(other).matches()) {
            throw new StartException("--bootstrap " + other + ": is not HOST:PORT; such as " + defaults().bootstrap);
        }
        return new KafkaSettings(other, properties, topics, partitions, replication);
    }

    /** A new, mutable map of client properties: {@link #properties} and the address. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return client;
    }

    /**
     * The client's principal, such as {@code User:weir-gateway}; empty if these settings do not
     * determine it.
     */
    public Optional<String> principal() {
        return KafkaLogin.principal(properties);
    }

    /**
     * Omits the values of properties, which include secrets and which the default implementation
     * would print.
     */
    @Override
    public String toString() {
        return "KafkaSettings[bootstrap=" + bootstrap + ", properties=" + properties.keySet() + ", topics=" + topics
                + ", partitions=" + partitions + ", replication=" + replication + "]";
    }

    /** All topics as this installation declares them. */
    public List<TopicDeclaration> declarations() {
        return topics.declarations(partitions, replication);
    }
}
