package io.weir.standalone.crash;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** How far the processes of {@link ProcessingProcess} have come together, and whether what they wrote is right. */
record ProcessingGroup(Admin admin, int partitions) {

    /** How many records of metrics.raw are committed as processed. */
    long processed() {
        return processed(KafkaCluster.TOPICS.raw());
    }

    /** Is everything processed, what the first stage tells the second too? */
    boolean isDone() {
        return processed() == end(KafkaCluster.TOPICS.raw())
                && processed(KafkaCluster.TOPICS.partials()) == end(KafkaCluster.TOPICS.partials());
    }

    private long processed(String topic) {
        try {
            return admin
                    .listConsumerGroupOffsets(ProcessingProcess.APPLICATION)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()
                    .stream()
                    .filter(partition -> partition.getKey().topic().equals(topic))
                    .mapToLong(partition -> partition.getValue().offset())
                    .sum();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many records a topic has. */
    long end(String topic) {
        return IntStream.range(0, partitions)
                .mapToLong(partition -> end(new TopicPartition(topic, partition)))
                .sum();
    }

    private long end(TopicPartition of) {
        try {
            return admin.listOffsets(Map.of(of, OffsetSpec.latest()))
                    .partitionResult(of)
                    .get()
                    .offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Only what differs: tens of thousands of points agree. */
    static List<String> difference(Map<String, Long> got, Map<String, Long> expected) {
        return Stream.concat(got.keySet().stream(), expected.keySet().stream())
                .distinct()
                .sorted()
                .filter(key -> !Objects.equals(got.get(key), expected.get(key)))
                .map(key -> key + ": expected " + expected.get(key) + ", got " + got.get(key))
                .toList();
    }
}
