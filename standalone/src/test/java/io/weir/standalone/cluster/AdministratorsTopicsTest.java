package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * An administrator has made all topics before Weir starts, with other settings than Weir's own. The three brokers are ended and started
 * again, one after the other, and a service is killed while one is away; all under load, of which nothing may be lost, counted twice or
 * told twice.
 */
@Execution(ExecutionMode.CONCURRENT)
class AdministratorsTopicsTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 4;
    private static final String SMALLEST_SEGMENT = Integer.toString(1 << 20);

    /** Of every topic. */
    private static final Map<String, String> EVERY =
            Map.of("min.insync.replicas", "2", "segment.bytes", SMALLEST_SEGMENT);

    /** Of those that are compacted: as soon and as often as Kafka can, and what is deleted leaves no trace. */
    private static final Map<String, String> COMPACTED = Map.of(
            "cleanup.policy", "compact",
            "min.cleanable.dirty.ratio", "0.01",
            "segment.ms", "1000",
            "delete.retention.ms", "0",
            "min.compaction.lag.ms", "0");

    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmServices services;
    private final FarmAccount account;
    private final Map<String, Instance> running = new LinkedHashMap<>();
    private final int door = FreePorts.next();

    AdministratorsTopicsTest(@TempDir Path directory) throws Exception {
        brokers = new Brokers(directory, 3);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
        services = new FarmServices(directory, brokers, questDb, PARTITIONS);
        List<TopicDeclaration> declared = brokers.settings(PARTITIONS).declarations();
        brokers.admin()
                .createTopics(
                        declared.stream().map(AdministratorsTopicsTest::topic).toList())
                .all()
                .get();
    }

    private static NewTopic topic(TopicDeclaration declared) {
        Map<String, String> configs = new HashMap<>(EVERY);
        if ("compact".equals(declared.configs().get("cleanup.policy"))) {
            configs.putAll(COMPACTED);
        }
        if (declared.name().equals(TOPICS.raw())) {
            configs.put("max.message.bytes", "200000");
        }
        return new NewTopic(declared.name(), declared.partitions(), declared.replication()).configs(configs);
    }

    @AfterEach
    void close() {
        running.values().forEach(Instance::close);
        questDb.close();
        brokers.close();
    }

    @Test
    void brokersAreRestartedInTurnAndNothingIsLostOrRepeated() throws Exception {
        for (String service : List.of("gateway", "processing", "alarming", "writer")) {
            running.put(service, services.start(service, 0, door, Optional.empty()));
        }
        running.values().forEach(Instance::awaitReady);
        compactChangelogs();
        try (FarmLoad load = new FarmLoad(door)) {
            eventually("the first is stored", () -> account.stored() > 0);
            List<String> killed = List.of("alarming", "processing", "gateway");
            for (int broker = 0; broker < brokers.count(); broker++) {
                brokers.end(broker);
                Instance one = Objects.requireNonNull(running.get(killed.get(broker)));
                one.replace();
                int before = load.accepted();
                eventually("more is accepted", () -> load.accepted() > before + 50);
                brokers.restart(broker, TOPICS.raw());
                one.awaitReady();
            }
            load.end();
            account.check(load);
        }
    }

    /** Those that Kafka Streams has made get the same settings as the other compacted topics. */
    private void compactChangelogs() throws Exception {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (String topic : brokers.admin().listTopics().names().get()) {
            if (topic.endsWith("-changelog")) {
                changes.put(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        COMPACTED.entrySet().stream()
                                .map(each -> new AlterConfigOp(
                                        new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
                                .toList());
            }
        }
        assertThat(changes).isNotEmpty();
        brokers.admin().incrementalAlterConfigs(changes).all().get();
    }
}
