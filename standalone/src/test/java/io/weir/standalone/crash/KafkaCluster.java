package io.weir.standalone.crash;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import java.util.Map;

/** The settings by which the processes of these tests reach the test's broker. */
final class KafkaCluster {

    static final Topics TOPICS = new Topics("");

    private KafkaCluster() {}

    static KafkaSettings settings(String bootstrap, int partitions) {
        return new KafkaSettings(bootstrap, Map.of(), TOPICS, partitions, (short) 1);
    }
}
