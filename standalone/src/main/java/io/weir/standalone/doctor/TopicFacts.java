package io.weir.standalone.doctor;

import java.util.Map;

/**
 * Properties of an existing topic.
 *
 * @param replication the smallest number of replicas of a partition
 * @param leaderless how many partitions have no leader
 * @param outOfSync how many partitions have a replica that is not in sync
 * @param configs by their Kafka names, including defaults; empty if the client may not read them
 */
record TopicFacts(
        String name, int partitions, int replication, int leaderless, int outOfSync, Map<String, String> configs) {

    TopicFacts {
        configs = Map.copyOf(configs);
    }
}
