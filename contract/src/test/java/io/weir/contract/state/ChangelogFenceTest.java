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
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Owners of a changelog in turn. The former ones continue to write, at any time after the claim of
 * the next one. Some slots are so large that they have parts. The restored texts equal those that
 * the owners wrote.
 */
class ChangelogFenceTest {

    private static final int LARGE = 20_000;
    private static final int WRITES = 5;

    /** Instead of a slot: another instance writes into the changelog. */
    private static final int DISTURB = -2;

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
                        StoreRig.append(log, rig.sent());
                        if (!late.isEmpty() && random.nextBoolean()) {
                            StoreRig.append(log, late.remove(random.nextInt(late.size())));
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
                StoreRig.append(log, rig.sent());
                for (int write = 0; write < WRITES; write++) {
                    rig.write(random.nextInt(TextStates.SLOTS), text(random));
                }
                late = rig.sent();
            }
            try (Rig rig = new Rig()) {
                rig.restore(log, WRITES);
                rig.write(-1, "");
                StoreRig.append(log, rig.sent());
            }
            StoreRig.append(log, late);
            Set<ByteBuffer> stale = new HashSet<>();
            late.forEach(record -> stale.add(ByteBuffer.wrap(record.key())));
            try (Rig rig = new Rig()) {
                rig.restore(log, WRITES + 1);
                rig.write(-1, "");
                rig.write(-1, "");
                List<TestRecord<byte[], byte[]>> sent = rig.sent();
                StoreRig.append(log, sent);
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
            rig.restore(List.of(StoreRig.record(-2, new TestRecord<>(new byte[] {-1, -1, -1, -1}, null))), 0);
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
            StoreRig.append(log, rig.sent());
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
            StoreRig.append(log, rig.sent());
            rig.write(3, "of an earlier version");
            List<TestRecord<byte[], byte[]>> later = rig.sent();
            later.forEach(record -> record.headers().remove("epoch"));
            StoreRig.append(log, later);
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
    private static final class TextProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            BlockStore<TextStates> store = context().getStateStore(StoreRig.STORE);
            ByteBuffer in = ByteBuffer.wrap(record.value());
            int slot = in.getInt();
            String text = new String(record.value(), Integer.BYTES, in.remaining(), UTF_8);
            if (slot == DISTURB) {
                context().forward(record.withKey(new byte[] {-1, -1, -1, -1}));
            }
            store.process(context().recordMetadata().orElseThrow().offset(), () -> {
                if (slot >= 0) {
                    store.workingSet().text(slot, text);
                    store.touch(slot);
                }
            });
        }
    }

    /** Its output goes to the changelog, like the records of another instance. */
    private static final class Rig extends StoreRig<TextStates> {

        Rig() {
            super(() -> new TextStates(1), TextProcessor::new, CHANGELOG);
        }

        /** The task restores {@code log}; {@code committed} is the offset of its next input record. */
        void restore(List<ConsumerRecord<byte[], byte[]>> log, int committed) {
            restart(committed, bytes(-1, ""));
            log.forEach(store()::restore);
        }

        void write(int slot, String text) {
            pipe(bytes(slot, text));
        }

        private static byte[] bytes(int slot, String text) {
            byte[] bytes = text.getBytes(UTF_8);
            return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(slot)
                    .put(bytes)
                    .array();
        }

        void assertIs(String[] expected, String description) {
            TextStates states = store().workingSet();
            for (int slot = 0; slot < TextStates.SLOTS; slot++) {
                assertThat(states.text(slot).equals(expected[slot]))
                        .as("%s slot %d", description, slot)
                        .isTrue();
            }
        }
    }
}
