package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;

import io.weir.contract.topic.TopicDeclaration;
import io.weir.standalone.crash.Changelogs;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An administrator creates all topics before Weir starts, with other settings than Weir's own. Each
 * of the three brokers is restarted in turn, and a service is killed while it is away. All this
 * happens under load, of which nothing may be lost, counted twice or reported twice.
 */
@Tag("long")
class AdministratorsTopicsTest {
    private static final String SMALLEST_SEGMENT = Integer.toString(1 << 20);

    /** Settings of every topic. */
    private static final Map<String, String> EVERY =
            Map.of("min.insync.replicas", "2", "segment.bytes", SMALLEST_SEGMENT);

    /**
     * Settings of compacted topics: compaction as early and as often as possible, and deleted
     * records leave no tombstones.
     */
    private static final Map<String, String> COMPACTED = Map.of(
            "cleanup.policy", "compact",
            "min.cleanable.dirty.ratio", "0.01",
            "segment.ms", "1000",
            "delete.retention.ms", "0",
            "min.compaction.lag.ms", "0");

    private final Farm farm;

    AdministratorsTopicsTest(@TempDir Path directory) throws Exception {
        farm = new Farm(directory, 3);
        farm.brokers()
                .admin()
                .createTopics(farm.topics().stream()
                        .map(AdministratorsTopicsTest::topic)
                        .toList())
                .all()
                .get();
    }

    private static NewTopic topic(TopicDeclaration declared) {
        Map<String, String> configs = new HashMap<>(EVERY);
        if ("compact".equals(declared.configs().get("cleanup.policy"))) {
            configs.putAll(COMPACTED);
        }
        if (declared.name().equals(Farm.TOPICS.raw())) {
            configs.put("max.message.bytes", "200000");
        }
        return new NewTopic(declared.name(), declared.partitions(), declared.replication()).configs(configs);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void brokersAreRestartedInTurnAndNothingIsLostOrRepeated() throws Exception {
        farm.start();
        // Changelogs that Kafka Streams has created get the same settings as the other compacted
        // topics.
        new Changelogs(farm.brokers().admin()).set(COMPACTED);
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0);
            List<String> killed = List.of("alarming", "processing", "gateway");
            for (int broker = 0; broker < farm.brokers().count(); broker++) {
                farm.brokers().end(broker);
                Instance one = farm.service(killed.get(broker));
                one.replace();
                int before = load.accepted();
                eventually("more is accepted", () -> load.accepted() > before + 50);
                farm.brokers().restart(broker, Farm.TOPICS.raw());
                one.awaitReady();
            }
            load.end();
            farm.account().check(load);
        }
    }
}
