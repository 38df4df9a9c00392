package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Owners of a changelog in turn. The former ones continue to write, at any time after the claim of
 * the next one. Some slots are so large that they have parts. The restored texts equal those that
 * the owners wrote.
 */
class ChangelogFenceTest {

    private static final String STORE = "texts";
    private static final String APPLICATION = "fence";
    private static final String CHANGELOG = APPLICATION + "-" + STORE + "-changelog";
    private static final int LARGE = 20_000;
    private static final int WRITES = 5;

    /** Instead of a slot: another instance writes into the changelog. */
    private static final int DISTURB = -2;

    /** Above the offsets of the driver's producer, so that it seems to be the only one. */
    private static final int FIRST_OFFSET = 1_000_000;

    @Test
    void aRestoreIgnoresRecordsOfFormerOwners() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
            String[] expected = empty();
            List<List<TestRecord<byte[], byte[]>>> late = new ArrayList<>();
            for (int owner = 0; owner < 4; owner++) {
                try (Rig rig = new Rig()) {
                    rig.restore(log, owner * WRITES);
                    for (int write = 0; write < WRITES; write++) {
                        int slot = random.nextInt(TextStates.SLOTS);
                        String text = text(random);
                        expected[slot] = text;
                        rig.write(slot, text);
                        append(log, rig.sent());
                        if (!late.isEmpty() && random.nextBoolean()) {
                            append(log, late.remove(random.nextInt(late.size())));
                        }
                    }
                    rig.assertIs(expected, "seed " + seed + " round " + round + " owner " + owner);
                    for (int write = 0; write < 3; write++) {
                        rig.write(random.nextInt(TextStates.SLOTS), text(random));
                        late.add(rig.sent());
                    }
                }
            }
            try (Rig rig = new Rig()) {
                rig.restore(log, 0);
                rig.assertIs(expected, "seed " + seed + " round " + round);
            }
        }
    }

    /** After the next checkpoint, no stale record is the newest one of its key. */
    @Test
    void theNextCheckpointReplacesStaleRecords() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
            String[] expected = empty();
            List<TestRecord<byte[], byte[]>> late;
            try (Rig rig = new Rig()) {
                for (int write = 0; write < WRITES; write++) {
                    int slot = random.nextInt(TextStates.SLOTS);
                    expected[slot] = text(random);
                    rig.write(slot, Objects.requireNonNull(expected[slot]));
                }
                append(log, rig.sent());
                for (int write = 0; write < WRITES; write++) {
                    rig.write(random.nextInt(TextStates.SLOTS), text(random));
                }
                late = rig.sent();
            }
            try (Rig rig = new Rig()) {
                rig.restore(log, WRITES);
                rig.write(-1, "");
                append(log, rig.sent());
            }
            append(log, late);
            Set<ByteBuffer> stale = new HashSet<>();
            late.forEach(record -> stale.add(ByteBuffer.wrap(record.key())));
            try (Rig rig = new Rig()) {
                rig.restore(log, WRITES + 1);
                rig.write(-1, "");
                rig.write(-1, "");
                List<TestRecord<byte[], byte[]>> sent = rig.sent();
                append(log, sent);
                sent.forEach(record -> stale.remove(ByteBuffer.wrap(record.key())));
            }
            assertThat(stale).as("seed %d round %d", seed, round).isEmpty();
            try (Rig rig = new Rig()) {
                rig.restore(compacted(log), 0);
                rig.assertIs(expected, "seed " + seed + " round " + round);
            }
        }
    }

    /** The first offset of the driver's producer is 0: another instance wrote if more was expected. */
    @Test
    void aRecordOfAnotherInstanceEndsTheTask() {
        try (Rig rig = new Rig()) {
            rig.restore(List.of(record(-2, new TestRecord<>(new byte[] {-1, -1, -1, -1}, null))), 0);
            assertThatThrownBy(() -> rig.write(3, "text")).isInstanceOf(TaskCorruptedException.class);
        }
    }

    /** Compaction may have removed the right records; the memory of the owner is right. */
    @Test
    void anOwnerRewritesAllBlocksBeforeItRestoresThem() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
        String[] expected = empty();
        try (Rig rig = new Rig()) {
            for (int slot = 0; slot < TextStates.SLOTS; slot++) {
                expected[slot] = text(random);
                rig.write(slot, Objects.requireNonNull(expected[slot]));
            }
            rig.sent();
            rig.write(DISTURB, "");
            rig.sent();
            rig.write(-1, "");
            append(log, rig.sent());
            assertThatThrownBy(() -> rig.write(-1, "")).isInstanceOf(TaskCorruptedException.class);
        }
        try (Rig rig = new Rig()) {
            rig.restore(log, 0);
            rig.assertIs(expected, "seed " + seed);
        }
    }

    @Test
    void recordsWithoutAnEpochAreAccepted() {
        List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
        try (Rig rig = new Rig()) {
            rig.write(3, "new");
            append(log, rig.sent());
            rig.write(3, "of an earlier version");
            List<TestRecord<byte[], byte[]>> later = rig.sent();
            later.forEach(record -> record.headers().remove("epoch"));
            append(log, later);
        }
        try (Rig rig = new Rig()) {
            rig.restore(log, 0);
            assertThat(rig.store().workingSet().text(3)).isEqualTo("of an earlier version");
        }
    }

    private static String[] empty() {
        String[] texts = new String[TextStates.SLOTS];
        Arrays.fill(texts, "");
        return texts;
    }

    private static String text(Random random) {
        return Integer.toString(random.nextInt(1000)).repeat(random.nextInt(4) == 0 ? LARGE : 1);
    }

    private static void append(List<ConsumerRecord<byte[], byte[]>> log, List<TestRecord<byte[], byte[]>> records) {
        records.forEach(record -> log.add(record(FIRST_OFFSET + log.size(), record)));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, TestRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                "changelog",
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

    /** The newest record of each key, as Kafka keeps it. */
    private static List<ConsumerRecord<byte[], byte[]>> compacted(List<ConsumerRecord<byte[], byte[]>> log) {
        Map<ByteBuffer, Integer> newest = new HashMap<>();
        for (int i = 0; i < log.size(); i++) {
            newest.put(ByteBuffer.wrap(log.get(i).key()), i);
        }
        return IntStream.range(0, log.size())
                .filter(i ->
                        Objects.equals(i, newest.get(ByteBuffer.wrap(log.get(i).key()))))
                .mapToObj(log::get)
                .toList();
    }

    /** Writes the text of a record into a slot; a negative slot changes nothing. */
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
            ByteBuffer in = ByteBuffer.wrap(record.value());
            int slot = in.getInt();
            String text = new String(record.value(), Integer.BYTES, in.remaining(), UTF_8);
            if (slot == DISTURB) {
                task.forward(record.withKey(new byte[] {-1, -1, -1, -1}));
            }
            store.process(task.recordMetadata().orElseThrow().offset(), () -> {
                if (slot >= 0) {
                    store.workingSet().text(slot, text);
                    store.touch(slot);
                }
            });
        }
    }

    /** A task without a broker. */
    private static final class Rig implements AutoCloseable {

        private final TopologyTestDriver driver;
        private final TestInputTopic<byte[], byte[]> in;

        Rig() {
            Topology topology = new Topology()
                    .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                    .addProcessor("text", TextProcessor::new, "in")
                    .addStateStore(new BlockStoreBuilder<>(STORE, () -> new TextStates(1)), "text")
                    .addSink("changelog", CHANGELOG, new ByteArraySerializer(), new ByteArraySerializer(), "text");
            Properties properties = new Properties();
            properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
            properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
            driver = new TopologyTestDriver(topology, properties);
            in = driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        }

        /** The task restores {@code log}; {@code committed} is the offset of its next input record. */
        void restore(List<ConsumerRecord<byte[], byte[]>> log, int committed) {
            for (int offset = 0; offset < committed; offset++) {
                write(-1, "");
            }
            sent();
            store().workingSet().reset();
            log.forEach(store()::restore);
        }

        void write(int slot, String text) {
            byte[] bytes = text.getBytes(UTF_8);
            in.pipeInput(ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(slot)
                    .put(bytes)
                    .array());
        }

        /** The changelog records since the previous call. */
        List<TestRecord<byte[], byte[]>> sent() {
            return driver.producedTopicNames().contains(CHANGELOG)
                    ? driver.createOutputTopic(CHANGELOG, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                    : List.of();
        }

        void assertIs(String[] expected, String description) {
            TextStates states = store().workingSet();
            for (int slot = 0; slot < TextStates.SLOTS; slot++) {
                assertThat(states.text(slot).equals(expected[slot]))
                        .as("%s slot %d", description, slot)
                        .isTrue();
            }
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
