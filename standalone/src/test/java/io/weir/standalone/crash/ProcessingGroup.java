package io.weir.standalone.crash;

import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.Eventually;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Processes of {@link ProcessingProcess} with their own broker: their common progress and their
 * output.
 */
final class ProcessingGroup implements AutoCloseable {

    private final Path directory;
    private final int partitions;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final Admin admin;

    /** Starts the broker, but no process; all of them keep their files in {@code directory}. */
    ProcessingGroup(Path directory, int partitions) {
        this.directory = directory;
        this.partitions = partitions;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
        TopicCreator.ensure(
                admin, KafkaCluster.settings(broker.bootstrap(), partitions).declarations());
    }

    /** Starts a process, with a state directory and a log of its name. */
    Process start(String name, String member) throws IOException {
        return start(name, new String[] {member});
    }

    /** Starts one of several members that stalls in its first checkpoint ({@link StallingSends}). */
    Process startStalling(String name, Path stall) throws IOException {
        return start(name, new String[] {ProcessingProcess.ANY, stall.toString()});
    }

    private Process start(String name, String[] more) throws IOException {
        String[] first = {
            broker.bootstrap(),
            Integer.toString(partitions),
            directory.resolve(name).toString()
        };
        return ChildJvm.start(
                ProcessingProcess.class,
                Path.of("target", name + ".log"),
                Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new));
    }

    TestTopics topics() {
        return topics;
    }

    Admin admin() {
        return admin;
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        topics.send(record);
    }

    void send(int records, Workload workload) {
        for (int record = 0; record < records; record++) {
            topics.send(workload.next());
        }
    }

    /**
     * Closes every window, waits until processing has finished, and returns the content of a store.
     */
    Map<String, Long> finish(Workload workload) {
        workload.last().forEach(topics::send);
        Eventually.eventually("all is processed", Duration.ofMinutes(2), this::isDone);
        Map<String, Long> stored = new HashMap<>();
        String storage = KafkaCluster.TOPICS.storage();
        topics.read(storage, (int) end(storage)).forEach(record -> Workload.store(record.value(), stored));
        return stored;
    }

    /** How many records metrics.raw contains. */
    long sent() {
        return end(KafkaCluster.TOPICS.raw());
    }

    /** How many records of metrics.raw are committed as processed. */
    long processed() {
        return processed(KafkaCluster.TOPICS.raw());
    }

    /** Whether everything is processed, partials included. */
    boolean isDone() {
        return processed() == sent()
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

    private long end(String topic) {
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

    /** The differences only, because tens of thousands of points agree. */
    static List<String> difference(Map<String, Long> got, Map<String, Long> expected) {
        return Stream.concat(got.keySet().stream(), expected.keySet().stream())
                .distinct()
                .sorted()
                .filter(key -> !Objects.equals(got.get(key), expected.get(key)))
                .map(key -> key + ": expected " + expected.get(key) + ", got " + got.get(key))
                .toList();
    }

    @Override
    public void close() {
        admin.close();
        topics.close();
        broker.close();
    }
}
