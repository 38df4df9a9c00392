package io.weir.standalone.doctor;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Right;
import io.weir.contract.topic.RightsCheck;
import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.TopicDeclaration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Properties of a Kafka.
 *
 * @param topics by name; only those that exist and that the client may describe
 * @param transactions those that stay open
 * @param missing rights that the service needs and the client lacks
 */
record KafkaFacts(
        int brokers, Map<String, TopicFacts> topics, List<OpenTransaction> transactions, List<Right> missing) {
    private static final int ANSWER_WITHIN_MILLIS = 5_000;

    /**
     * Queries Kafka.
     *
     * @param service whose rights to check
     * @throws KafkaException if Kafka does not answer, or rejects the client
     */
    static KafkaFacts read(KafkaSettings kafka, Optional<String> service) {
        Map<String, Object> client = kafka.clientProperties();
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        try (Admin admin = Admin.create(client)) {
            int brokers = KafkaAnswer.of(admin.describeCluster().nodes())
                    .orElseThrow()
                    .size();
            List<String> names =
                    kafka.declarations().stream().map(TopicDeclaration::name).toList();
            return new KafkaFacts(
                    brokers,
                    topics(admin, names),
                    OpenTransactions.read(
                            admin, kafka.topics().prefix(), kafka.declarations(), OpenTransactions.LONGEST),
                    service.map(name -> RightsCheck.missing(admin, ServiceRights.of(name, kafka.topics())))
                            .orElse(List.of()));
        }
    }

    private static Map<String, TopicFacts> topics(Admin admin, List<String> names) {
        Map<String, TopicDescription> described = new HashMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, topic) -> KafkaAnswer.of(topic)
                .ifPresent(description -> described.put(name, description)));
        Map<ConfigResource, KafkaFuture<Config>> configs = admin.describeConfigs(described.keySet().stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .values();
        Map<String, TopicFacts> topics = new HashMap<>();
        configs.forEach((resource, config) -> {
            TopicDescription description = described.get(resource.name());
            if (description != null) {
                topics.put(resource.name(), facts(description, KafkaAnswer.of(config)));
            }
        });
        return topics;
    }

    private static TopicFacts facts(TopicDescription topic, Optional<Config> config) {
        List<TopicPartitionInfo> partitions = topic.partitions();
        Map<String, String> configs = new HashMap<>();
        config.ifPresent(each -> each.entries().forEach(entry -> {
            if (entry.value() != null) {
                configs.put(entry.name(), entry.value());
            }
        }));
        return new TopicFacts(
                topic.name(),
                partitions.size(),
                partitions.stream()
                        .mapToInt(each -> each.replicas().size())
                        .min()
                        .orElse(0),
                (int) partitions.stream().filter(each -> each.leader() == null).count(),
                (int) partitions.stream()
                        .filter(each -> each.isr().size() < each.replicas().size())
                        .count(),
                configs);
    }
}
