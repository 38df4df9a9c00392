package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.InputNumber;
import io.weir.contract.topic.LeaderEpoch;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The only broker lost power. The changelog kept a checkpoint of ten records, the offsets name the fifth as the last
 * one, and the end of the input is lost. Records with later leader epochs have taken its place.
 */
class ReplacedRecordsTest {

    private static final int SLOT = 3;

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
            StoreRig.append(changelog, rig.sent());
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
            StoreRig.append(changelog, rig.sent());
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
                    StoreRig.append(changelog, sent);
                }
            }
        }
    }

    /** Appends the text of each record to the slot. */
    private static final class TextProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            BlockStore<TextStates> store = context().getStateStore(StoreRig.STORE);
            String text = new String(record.value(), UTF_8);
            store.process(context().recordMetadata().orElseThrow().offset(), () -> {
                TextStates states = store.workingSet();
                if (!store.includes(SLOT)) {
                    states.text(SLOT, states.text(SLOT) + text);
                    store.touch(SLOT);
                }
            });
        }
    }

    private static final class Rig extends StoreRig<TextStates> {

        Rig() {
            super(() -> new TextStates(1), TextProcessor::new, "out");
        }

        /** The task restores these records; {@code next} is the offset of its next input record. */
        void restore(List<ConsumerRecord<byte[], byte[]>> records, int next) {
            restart(next, new byte[0]);
            records.forEach(store()::restore);
        }

        void pipe(String text, int epoch) {
            Headers headers = new RecordHeaders().add(LeaderEpoch.header(epoch));
            pipe(new TestRecord<>(new byte[0], text.getBytes(UTF_8), headers, Instant.EPOCH));
        }

        String text() {
            return store().workingSet().text(SLOT);
        }
    }
}
