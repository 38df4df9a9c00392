package io.weir.standalone.doctor;

import java.util.Map;

/**
 * A topic as Kafka has it.
 *
 * @param replication the least of its partitions
 * @param leaderless how many partitions nobody serves
 * @param behind how many partitions have a replica that is not in sync
 * @param configs by their Kafka names, those that are not set too; empty if they may not be read
 */
record TopicFacts(
        String name, int partitions, int replication, int leaderless, int behind, Map<String, String> configs) {

    TopicFacts {
        configs = Map.copyOf(configs);
    }
}
