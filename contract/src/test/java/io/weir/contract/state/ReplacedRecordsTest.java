package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.InputNumber;
import io.weir.contract.topic.LeaderEpoch;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The only broker lost power. The changelog kept a checkpoint of ten records, the offsets name the fifth as the last
 * one, and the end of the input is lost. Records with later leader epochs have taken its place.
 */
class ReplacedRecordsTest {

    private static final String STORE = "texts";
    private static final String APPLICATION = "replaced";
    private static final String CHANGELOG = APPLICATION + "-" + STORE + "-changelog";
    private static final int SLOT = 3;

    /** Above the offsets of the driver's producer, so that it seems to be the only one. */
    private static final int FIRST_OFFSET = 1_000_000;

    /** The state includes records up to this one. */
    private static final int INCLUDED = 9;

    /** The last committed record. */
    private static final int COMMITTED = 4;

    private final List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();

    @Test
    void theirEffectIsAdded() {
        save("abcdefghij", new int[] {3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        try (Rig rig = new Rig()) {
            rig.restore(changelog, COMMITTED + 1);
            rig.pipe("f", 3);
            rig.pipe("g", 3);
            assertThat(rig.store().isRewound()).isFalse();
            rig.pipe("X", 4);
            assertThat(rig.store().isRewound()).isTrue();
            assertThat(rig.store().missed()).isEqualTo(1);
            assertThat(rig.store().inputNumber()).isEqualTo(InputNumber.of(0, 4, 7));
            rig.pipe("Y", 4);
            assertThat(rig.store().isRewound()).isFalse();
            assertThat(rig.store().missed()).isZero();
            assertThat(rig.text()).isEqualTo("abcdefghijXY");
            append(rig.sent());
        }
        try (Rig rig = new Rig()) {
            rig.restore(changelog, 8);
            rig.pipe("Y", 4);
            rig.pipe("Z", 4);
            assertThat(rig.store().isRewound()).isFalse();
            assertThat(rig.text()).isEqualTo("abcdefghijXYZ");
        }
    }

    /** The task ended before it read them. */
    @Test
    void theirEffectIsAddedAfterAnotherStart() {
        save("abcdefghij", new int[] {3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        try (Rig rig = new Rig()) {
            rig.restore(changelog, COMMITTED + 1);
            rig.pipe("f", 3);
            rig.pipe("g", 3);
            append(rig.sent());
        }
        try (Rig rig = new Rig()) {
            rig.restore(changelog, 7);
            rig.pipe("X", 4);
            assertThat(rig.store().isRewound()).isTrue();
            assertThat(rig.text()).isEqualTo("abcdefghijX");
        }
    }

    @Test
    void theBlocksOfACheckpointWithoutItsEndRevealTheLoss() {
        save("abcdefghij", new int[] {3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        ConsumerRecord<byte[], byte[]> copy = changelog.remove(changelog.size() - 1);
        assertThat(ByteBuffer.wrap(copy.key()).getInt())
                .as("a copy of the common state")
                .isNegative();
        try (Rig rig = new Rig()) {
            rig.restore(changelog, COMMITTED + 1);
            rig.pipe("f", 3);
            rig.pipe("X", 4);
            assertThat(rig.text()).isEqualTo("abcdefghijX");
        }
    }

    @Test
    void aNewLeaderWithoutALossAddsNothing() {
        save("abcdefghij", new int[] {3, 3, 3, 3, 3, 3, 3, 4, 4, 4});
        try (Rig rig = new Rig()) {
            rig.restore(changelog, COMMITTED + 1);
            rig.pipe("f", 3);
            rig.pipe("g", 3);
            rig.pipe("h", 4);
            rig.pipe("i", 4);
            rig.pipe("j", 4);
            rig.pipe("k", 5);
            assertThat(rig.text()).isEqualTo("abcdefghijk");
            assertThat(rig.store().isRewound()).isFalse();
        }
    }

    @Test
    void offsetsDecideInStateOfEarlierVersions() {
        save("abcdefghij", new int[] {3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        changelog.forEach(record -> record.headers().remove(LastIncluded.HEADER));
        try (Rig rig = new Rig()) {
            rig.restore(changelog, COMMITTED + 1);
            rig.pipe("f", 3);
            rig.pipe("X", 4);
            assertThat(rig.text()).isEqualTo("abcdefghij");
        }
    }

    /** As if no checkpoint were between the last committed record and the last included one. */
    private void save(String texts, int[] epochs) {
        try (Rig rig = new Rig()) {
            for (int offset = 0; offset <= INCLUDED; offset++) {
                rig.pipe(texts.substring(offset, offset + 1), epochs[offset]);
                List<TestRecord<byte[], byte[]>> sent = rig.sent();
                if (offset <= COMMITTED || offset == INCLUDED) {
                    append(sent);
                }
            }
        }
    }

    private void append(List<TestRecord<byte[], byte[]>> records) {
        records.forEach(record -> changelog.add(new ConsumerRecord<>(
                CHANGELOG,
                0,
                FIRST_OFFSET + changelog.size(),
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers()),
                Optional.empty())));
    }

    /** Appends the text of each record to the slot. */
    private static final class TextProcessor implements Processor<byte[], byte[], byte[], byte[]> {
        private @Nullable ProcessorContext<byte[], byte[]> context;

        @Override
        public void init(ProcessorContext<byte[], byte[]> processorContext) {
            context = processorContext;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            ProcessorContext<byte[], byte[]> task = Objects.requireNonNull(context);
            BlockStore<TextStates> store = task.getStateStore(STORE);
            String text = new String(record.value(), UTF_8);
            store.process(task.recordMetadata().orElseThrow().offset(), () -> {
                TextStates states = store.workingSet();
                if (!store.includes(SLOT)) {
                    states.text(SLOT, states.text(SLOT) + text);
                    store.touch(SLOT);
                }
            });
        }
    }

    /** A task without a broker, which commits after each record. */
    private static final class Rig implements AutoCloseable {

        private final TopologyTestDriver driver;
        private final TestInputTopic<byte[], byte[]> in;

        Rig() {
            Topology topology = new Topology()
                    .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                    .addProcessor("text", TextProcessor::new, "in")
                    .addStateStore(new BlockStoreBuilder<>(STORE, () -> new TextStates(1)), "text");
            Properties properties = new Properties();
            properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
            properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
            driver = new TopologyTestDriver(topology, properties);
            in = driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        }

        /** The task restores these records; {@code next} is the offset of its next input record. */
        void restore(List<ConsumerRecord<byte[], byte[]>> records, int next) {
            for (int offset = 0; offset < next; offset++) {
                pipe("", LeaderEpoch.UNKNOWN);
            }
            sent();
            store().workingSet().reset();
            records.forEach(store()::restore);
        }

        void pipe(String text, int epoch) {
            Headers headers = new RecordHeaders().add(LeaderEpoch.header(epoch));
            in.pipeInput(new TestRecord<>(new byte[0], text.getBytes(UTF_8), headers, Instant.EPOCH));
        }

        /** The changelog records since the previous call. */
        List<TestRecord<byte[], byte[]>> sent() {
            return driver.createOutputTopic(CHANGELOG, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
        }

        String text() {
            return store().workingSet().text(SLOT);
        }

        @SuppressWarnings("unchecked") // the topology has one store, of this type
        BlockStore<TextStates> store() {
            return (BlockStore<TextStates>)
                    Objects.requireNonNull(driver.getAllStateStores().get(STORE));
        }

        @Override
        public void close() {
            driver.close();
        }
    }
}
