package io.weir.phoebus;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicDeclaration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three topics of a Phoebus alarm configuration. Each has one partition and the settings of
 * Phoebus' {@code TopicUtils} (50d8a28) and {@code create_alarm_topics.sh} (151fb6a). As Phoebus'
 * server does, {@link #ensure} also sets them on existing topics: if a client was faster, Kafka may
 * have created a topic with other settings, and would delete alarms.
 *
 * @param configName the topic of configurations and states; prefix of the other names
 */
record PhoebusTopics(String configName) {
    private static final Logger LOG = LoggerFactory.getLogger(PhoebusTopics.class);

    private static final Map<String, String> COMMON = Map.of(
            TopicConfig.SEGMENT_MS_CONFIG, "10000",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.01",
            TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "1000");
    private static final Map<String, String> COMPACTED = and(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "compact"));
    private static final Map<String, String> DELETED = and(Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG, "delete",
            TopicConfig.RETENTION_MS_CONFIG, "20000",
            TopicConfig.DELETE_RETENTION_MS_CONFIG, "1000",
            TopicConfig.FILE_DELETE_DELAY_MS_CONFIG, "1000"));

    /** Returns the topic of configurations and states. */
    String config() {
        return configName;
    }

    /** Returns the topic of clients' commands. */
    String command() {
        return configName + "Command";
    }

    /** Returns the topic of texts to read aloud. */
    String talk() {
        return configName + "Talk";
    }

    /**
     * Creates the topics or changes their settings. If Kafka refuses a change, logs that and uses
     * the topic as it is.
     *
     * @throws io.weir.contract.topic.TopicMismatchException if one has several partitions
     * @throws KafkaException if the broker does not answer
     */
    void ensure(Admin admin, short replication) {
        TopicCreator.ensure(admin, declarations(replication));
        for (TopicDeclaration declared : declarations(replication)) {
            try {
                set(admin, declared);
            } catch (ExecutionException e) {
                LOG.warn(
                        "topic {} does not accept the settings {}: set them manually",
                        declared.name(),
                        declared.configs(),
                        e);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    List<TopicDeclaration> declarations(short replication) {
        return List.of(
                new TopicDeclaration(config(), 1, replication, COMPACTED),
                new TopicDeclaration(command(), 1, replication, DELETED),
                new TopicDeclaration(talk(), 1, replication, DELETED));
    }

    private static void set(Admin admin, TopicDeclaration declared) throws ExecutionException, InterruptedException {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, declared.name());
        Config has = admin.describeConfigs(List.of(topic)).all().get().get(topic);
        Collection<AlterConfigOp> changes = declared.configs().entrySet().stream()
                .filter(wanted -> has == null
                        || has.get(wanted.getKey()) == null
                        || !wanted.getValue().equals(has.get(wanted.getKey()).value()))
                .map(wanted -> new AlterConfigOp(
                        new ConfigEntry(wanted.getKey(), wanted.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        if (!changes.isEmpty()) {
            LOG.info("topic {} receives Phoebus' settings: {}", declared.name(), changes);
            admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
        }
    }

    private static Map<String, String> and(Map<String, String> own) {
        Map<String, String> all = new HashMap<>(COMMON);
        all.putAll(own);
        return Map.copyOf(all);
    }
}
