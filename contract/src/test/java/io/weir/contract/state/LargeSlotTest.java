package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slots of any length are saved in bounded records and survive a crash at any point. */
class LargeSlotTest {

    /** Kafka's default limit, minus the overhead of a record besides its value. */
    private static final int MOST_BYTES = 1_000_000;

    private static final int LAYOUT = 7;

    /** A record: a slot, and the new length of its text in characters. */
    private record Change(int slot, int length) {
        byte[] bytes() {
            return ByteBuffer.allocate(8).putInt(slot).putInt(length).array();
        }
    }

    @Test
    void noRecordExceedsTheLimit() {
        try (Rig rig = new Rig(LAYOUT)) {
            for (int slot = 0; slot < 64; slot++) {
                rig.pipe(new Change(slot, BlockWriter.MOST_INLINE));
            }
            rig.pipe(new Change(3, 5_000_000));
            rig.pipe(new Change(TextStates.SLOTS, 3_000_000));

            assertThat(rig.changelog())
                    .allSatisfy(record -> assertThat(length(record)).isLessThan(MOST_BYTES));
            assertThat(rig.changelog())
                    .anySatisfy(record -> assertThat(length(record)).isGreaterThan(700_000));
        }
    }

    private static int length(TestRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        return record.key().length + (value == null ? 0 : value.length);
    }

    /** The changelog may end after any record; the restored state is the last committed one. */
    @Test
    void survivesACrashAfterAnyRecord() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 3; round++) {
            List<Change> changes = changes(random);
            List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();
            List<Integer> endOfChange = new ArrayList<>();
            try (Rig rig = new Rig(LAYOUT)) {
                for (Change change : changes) {
                    rig.pipe(change);
                    endOfChange.add(rig.changelog().size());
                }
                changelog.addAll(rig.changelog());
            }
            for (int crash = 0; crash < 10; crash++) {
                int cut = random.nextInt(changelog.size());
                int committed =
                        (int) endOfChange.stream().filter(end -> end <= cut).count();
                try (Rig rig = new Rig(LAYOUT)) {
                    rig.restore(changelog.subList(0, cut), committed);
                    changes.subList(committed, changes.size()).forEach(rig::pipe);
                    rig.assertIs(changes, "seed " + seed + " round " + round + " cut " + cut);
                }
            }
        }
    }

    /** The first crash leaves parts that no head names; later checkpoints may reuse their keys. */
    @Test
    @Tag("long")
    void survivesASecondCrashAfterAnyRecord() {
        List<Change> changes = List.of(
                new Change(3, 20_000),
                new Change(TextStates.SLOTS, 20_000),
                new Change(3, 1_000_000),
                new Change(3, 5));
        Log whole = Log.of(List.of(), 0, changes);
        for (int first = 0; first < whole.records.size(); first++) {
            Log again = Log.of(whole.records.subList(0, first), whole.committed(first), changes);
            for (int second = first; second <= again.records.size(); second++) {
                try (Rig rig = new Rig(LAYOUT)) {
                    int committed = again.committed(second);
                    rig.restore(again.records.subList(0, second), committed);
                    changes.subList(committed, changes.size()).forEach(rig::pipe);
                    rig.pipe(new Change(0, 1));
                    rig.assertIs(
                            Stream.concat(changes.stream(), Stream.of(new Change(0, 1)))
                                    .toList(),
                            "crashes after " + first + " and " + second);
                }
            }
        }
    }

    /** The changelog, the changes committed at its start, and its length after each change. */
    private record Log(List<TestRecord<byte[], byte[]>> records, int committedBefore, List<Integer> ends) {

        /** Restores {@code before} and applies the changes that are not committed. */
        static Log of(List<TestRecord<byte[], byte[]>> before, int committed, List<Change> changes) {
            List<Integer> ends = new ArrayList<>();
            List<TestRecord<byte[], byte[]>> records = new ArrayList<>(before);
            try (Rig rig = new Rig(LAYOUT)) {
                rig.restore(before, committed);
                for (Change change : changes.subList(committed, changes.size())) {
                    rig.pipe(change);
                    ends.add(before.size() + rig.changelog().size());
                }
                records.addAll(rig.changelog());
            }
            return new Log(records, committed, ends);
        }

        int committed(int cut) {
            return committedBefore
                    + (int) ends.stream().filter(end -> end <= cut).count();
        }
    }

    /** The input was recreated: the state includes the offsets of its new records. */
    @Test
    void appliesAnInputThatWentBack() {
        List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();
        try (Rig rig = new Rig(LAYOUT)) {
            List.of(new Change(3, 4), new Change(3, 5), new Change(3, 6), new Change(60, 5))
                    .forEach(rig::pipe);
            changelog.addAll(rig.changelog());
        }
        try (Rig rig = new Rig(LAYOUT)) {
            rig.restore(changelog, 0);
            rig.pipe(new Change(3, 7));
            assertThat(rig.store().missed()).isEqualTo(1);
            rig.pipe(new Change(TextStates.SLOTS, 8));
            assertThat(rig.store().missed()).isZero();
            assertThat(rig.store().workingSet().text(3)).isEqualTo(text(0, 7));
            assertThat(rig.store().workingSet().text(60)).isEqualTo(text(3, 5));
            assertThat(rig.store().workingSet().common).isEqualTo(text(1, 8));
            changelog.addAll(rig.changelog());
        }
        try (Rig rig = new Rig(LAYOUT)) {
            rig.restore(changelog, 2);
            rig.pipe(new Change(60, 9));
            assertThat(rig.store().missed()).isZero();
            assertThat(rig.store().workingSet().text(60)).isEqualTo(text(2, 9));
        }
    }

    /** The live keys are those of heads and of parts that a head names. */
    @Test
    void deletesPartsThatNoHeadNames() {
        try (Rig rig = new Rig(LAYOUT)) {
            rig.pipe(new Change(3, 3_000_000));
            assertThat(rig.liveParts()).isEqualTo(4);
            rig.pipe(new Change(3, 1_000_000));
            assertThat(rig.liveParts()).isEqualTo(2);
            rig.pipe(new Change(3, 10));
            assertThat(rig.liveParts()).isZero();
            rig.pipe(new Change(3, 100_000));
            assertThat(rig.liveParts()).isEqualTo(1);
            rig.pipe(new Change(3, 0));
            assertThat(rig.liveParts()).isZero();
        }
    }

    @Test
    void refusesADamagedBlockByName() {
        try (Rig rig = new Rig(LAYOUT)) {
            rig.pipe(new Change(3, 100));
            List<TestRecord<byte[], byte[]>> changelog = rig.changelog();
            changelog.get(1).value()[40] ^= 1; // after the claim
            assertRefused(changelog, LAYOUT, "changelog of texts, block 0: damaged, its checksum is wrong");
        }
    }

    @Test
    void refusesADamagedPartByName() {
        try (Rig rig = new Rig(LAYOUT)) {
            rig.pipe(new Change(3, 100_000));
            List<TestRecord<byte[], byte[]>> changelog = rig.changelog();
            changelog.get(1).value()[70_000] ^= 1; // after the claim
            assertRefused(changelog, LAYOUT, "changelog of texts, block 0: damaged, the checksum of slot 3 is wrong");
            assertRefused(
                    changelog.subList(2, changelog.size()),
                    LAYOUT,
                    "changelog of texts, block 0: damaged, part 0 of slot 3 is missing");
        }
    }

    @Test
    void refusesAnotherLayoutByName() {
        try (Rig rig = new Rig(LAYOUT)) {
            rig.pipe(new Change(3, 100));
            assertRefused(
                    rig.changelog(),
                    LAYOUT + 1,
                    "block 0: written in layout 7, this Weir reads layout 8. Run the version");
        }
    }

    /** Before the seals, a block began with a slot's number, common state with an offset. */
    @Test
    void refusesStateWithoutASeal() {
        byte[] block = ByteBuffer.allocate(12)
                .put((byte) 3)
                .putLong(17)
                .putShort((short) 1)
                .put((byte) 0xff)
                .array();
        byte[] common = ByteBuffer.allocate(12).putLong(17).putInt(0).array();
        assertRefused(
                List.of(record(0, block)), LAYOUT, "changelog of texts, block 0: written before layouts had versions");
        assertRefused(List.of(record(-1, common)), LAYOUT, "common state -1: written before layouts had versions");
    }

    private static TestRecord<byte[], byte[]> record(int key, byte[] value) {
        return new TestRecord<>(ByteBuffer.allocate(4).putInt(key).array(), value);
    }

    private static void assertRefused(List<TestRecord<byte[], byte[]>> changelog, int layout, String message) {
        try (Rig rig = new Rig(layout)) {
            assertThatThrownBy(() -> {
                        rig.restore(changelog, 1);
                        rig.pipe(new Change(0, 1));
                    })
                    .hasRootCauseInstanceOf(UnusableStateException.class)
                    .hasStackTraceContaining(message);
        }
    }

    @Test
    void countsRecordsThatWereDeletedUnread() {
        try (Rig rig = new Rig(LAYOUT)) {
            rig.pipe(new Change(1, 5));
            rig.pipe(new Change(2, 5));
            List<TestRecord<byte[], byte[]>> changelog = rig.changelog();
            assertThat(rig.store().missed()).isZero();
            try (Rig next = new Rig(LAYOUT)) {
                next.restore(changelog, 7);
                next.pipe(new Change(3, 5));
                assertThat(next.store().missed()).isEqualTo(5);
                next.pipe(new Change(3, 6));
                assertThat(next.store().missed()).isZero();
            }
        }
    }

    private static List<Change> changes(Random random) {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int length =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(3);
                        case 1 -> random.nextInt(BlockWriter.MOST_INLINE + 10);
                        case 2 -> random.nextInt(2 * BlockWriter.PART_BYTES);
                        default -> random.nextInt(100);
                    };
            // Few slots, so that they often grow and shrink.
            changes.add(new Change(random.nextInt(4) == 0 ? TextStates.SLOTS : random.nextInt(3) * 60, length));
        }
        return changes;
    }

    /** A text that identifies its change. */
    private static String text(int change, int length) {
        return String.format("%03d", change).repeat(length / 3 + 1).substring(0, length);
    }

    /** Applies a {@link Change}; slot {@link TextStates#SLOTS} is the common state. */
    private static final class TextProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            BlockStore<TextStates> store = context().getStateStore(StoreRig.STORE);
            long offset = context().recordMetadata().orElseThrow().offset();
            ByteBuffer in = ByteBuffer.wrap(record.value());
            int slot = in.getInt();
            String text = text((int) offset, in.getInt());
            store.process(offset, () -> {
                if (slot == TextStates.SLOTS) {
                    store.workingSet().common = text;
                } else if (!store.includes(slot)) {
                    store.workingSet().text(slot, text);
                    store.touch(slot);
                }
            });
        }
    }

    /** Remembers the changelog. */
    private static final class Rig extends StoreRig<TextStates> {

        private final List<TestRecord<byte[], byte[]>> changelog = new ArrayList<>();

        Rig(int layout) {
            super(() -> new TextStates(layout), TextProcessor::new, "out");
        }

        void pipe(Change change) {
            pipe(change.bytes());
            changelog.addAll(sent());
        }

        /** All changelog records so far. */
        List<TestRecord<byte[], byte[]>> changelog() {
            return changelog;
        }

        /** After a crash: the changelog has these records, {@code committed} is next. */
        void restore(List<TestRecord<byte[], byte[]>> records, int committed) {
            restart(committed, new Change(0, 0).bytes());
            changelog.clear();
            records.forEach(record -> store().restore(record.key(), record.value()));
        }

        long liveParts() {
            List<ByteBuffer> live = new ArrayList<>();
            for (TestRecord<byte[], byte[]> record : changelog) {
                ByteBuffer key = ByteBuffer.wrap(record.key());
                live.remove(key);
                if (record.value() != null && key.remaining() == Long.BYTES) {
                    live.add(key);
                }
            }
            return live.size();
        }

        void assertIs(List<Change> changes, String description) {
            TextStates states = store().workingSet();
            for (int slot = 0; slot <= TextStates.SLOTS; slot++) {
                String expected = "";
                for (int change = 0; change < changes.size(); change++) {
                    expected = changes.get(change).slot == slot ? text(change, changes.get(change).length) : expected;
                }
                String actual = slot == TextStates.SLOTS ? states.common : states.text(slot);
                assertThat(actual.equals(expected))
                        .as("%s slot %d: %d characters of %d", description, slot, actual.length(), expected.length())
                        .isTrue();
            }
        }
    }
}
