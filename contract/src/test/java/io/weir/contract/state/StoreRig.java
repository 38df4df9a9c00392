package io.weir.contract.state;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.test.TestRecord;

/** A task with one {@link BlockStore} and without a broker. It commits after each record. */
class StoreRig<W extends WorkingSet> implements AutoCloseable {

    static final String STORE = "texts";

    private static final String APPLICATION = "rig";
    static final String CHANGELOG = APPLICATION + "-" + STORE + "-changelog";

    /** Above the offsets of the driver's producer, so that it seems to be the only one. */
    private static final int FIRST_OFFSET = 1_000_000;

    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> in;

    /**
     * A task without state.
     *
     * @param processor has the store {@link #STORE}
     * @param out the topic that receives the output
     */
    StoreRig(Supplier<W> states, ProcessorSupplier<byte[], byte[], byte[], byte[]> processor, String out) {
        Topology topology = new Topology()
                .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                .addProcessor("processor", processor, "in")
                .addStateStore(new BlockStoreBuilder<>(STORE, states), "processor")
                .addSink("out", out, new ByteArraySerializer(), new ByteArraySerializer(), "processor");
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(topology, properties);
        in = driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
    }

    final void pipe(byte[] value) {
        in.pipeInput(value);
    }

    final void pipe(TestRecord<byte[], byte[]> record) {
        in.pipeInput(record);
    }

    /**
     * Begins a restore after a crash: the state is empty.
     *
     * @param next the offset of the next input record
     * @param value of the input records before, which change nothing
     */
    final void restart(int next, byte[] value) {
        for (int offset = 0; offset < next; offset++) {
            pipe(value);
        }
        driver.producedTopicNames().forEach(this::output);
        store().workingSet().reset();
    }

    /** The changelog records since the previous call. */
    final List<TestRecord<byte[], byte[]>> sent() {
        return output(CHANGELOG);
    }

    /** The records of a topic since the previous call. */
    final List<TestRecord<byte[], byte[]>> output(String topic) {
        return driver.producedTopicNames().contains(topic)
                ? driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()
                : List.of();
    }

    @SuppressWarnings("unchecked") // the topology has one store, of this type
    final BlockStore<W> store() {
        return (BlockStore<W>) Objects.requireNonNull(driver.getAllStateStores().get(STORE));
    }

    @Override
    public final void close() {
        driver.close();
    }

    /** Appends records to a changelog that Kafka keeps. */
    static void append(List<ConsumerRecord<byte[], byte[]>> changelog, List<TestRecord<byte[], byte[]>> sent) {
        sent.forEach(record -> changelog.add(record(FIRST_OFFSET + changelog.size(), record)));
    }

    /** A record of a changelog that Kafka keeps. */
    static ConsumerRecord<byte[], byte[]> record(long offset, TestRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                CHANGELOG,
                0,
                offset,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers()),
                Optional.empty());
    }
}
