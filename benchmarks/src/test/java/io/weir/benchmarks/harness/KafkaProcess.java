package io.weir.benchmarks.harness;

import io.weir.contract.service.KafkaSettings;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A Kafka of one or three processes with a new directory, which {@link #close} removes. */
public final class KafkaProcess implements AutoCloseable {
    private static final int PARTITIONS = KafkaSettings.defaults().partitions();
    private static final long LOOK_EVERY_MILLIS = 50;

    private final TemporaryDirectory directory;
    private final List<Child> brokers;
    private final String bootstrap;
    private final Admin admin;

    private KafkaProcess(TemporaryDirectory directory, List<Child> brokers, String bootstrap) {
        this.directory = directory;
        this.brokers = brokers;
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
    }

    /** Starts one broker; returns after it answers. */
    public static KafkaProcess start() throws IOException, InterruptedException {
        int port = FreePorts.next();
        TemporaryDirectory directory = TemporaryDirectory.create();
        Child process = Child.java(
                Broker.class.getName(), directory.path().resolve("kafka").toString(), "" + port, "" + FreePorts.next());
        return ready(new KafkaProcess(directory, List.of(process), "127.0.0.1:" + port));
    }

    /** Starts three brokers, for topics with three replicas. */
    public static KafkaProcess startThree() throws IOException, InterruptedException {
        int[] ports = IntStream.generate(FreePorts::next)
                .limit(2 * ThreeBrokers.COUNT)
                .toArray();
        TemporaryDirectory directory = TemporaryDirectory.create();
        List<Child> brokers = ThreeBrokers.start(directory.path(), ports);
        String bootstrap = IntStream.of(ports)
                .limit(ThreeBrokers.COUNT)
                .mapToObj(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
        return ready(new KafkaProcess(directory, brokers, bootstrap));
    }

    private static KafkaProcess ready(KafkaProcess kafka) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        try {
            while (kafka.admin.describeCluster().nodes().get().size() < kafka.brokers.size()) {
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
            return kafka;
        } catch (ExecutionException e) {
            throw new IOException("the broker did not start, see its log above", e.getCause());
        }
    }

    /** Returns the bootstrap servers. */
    public String bootstrap() {
        return bootstrap;
    }

    /** Returns the number of brokers, which is the largest replication factor. */
    public short brokers() {
        return (short) brokers.size();
    }

    /** Returns the processor time of all brokers since they started. */
    public Duration cpu() {
        return brokers.stream().map(Child::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns a consumer outside of any group that fetches batches as large as Weir writes. */
    public KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        8 << 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Creates a topic with the partition count of {@code metrics.raw}. */
    public void create(String topic) throws IOException, InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Returns the number of records ever written to a topic. */
    public long records(String topic) throws IOException, InterruptedException {
        try {
            Map<TopicPartition, OffsetSpec> ends =
                    admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                            .flatMap(each -> each.partitions().stream())
                            .map(partition -> new TopicPartition(topic, partition.partition()))
                            .collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get().values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Returns the number of records that a group has committed, over all its topics. */
    public long committed(String group) throws IOException, InterruptedException {
        try {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Kills the brokers, since no data is kept and the last of three would wait for the others. */
    @Override
    public synchronized void close() {
        admin.close(Duration.ZERO);
        try {
            for (Child broker : brokers) {
                broker.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        directory.close();
    }
}
