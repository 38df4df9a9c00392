package io.weir.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class InputProgressTest {

    private final InputProgress progress = new InputProgress();

    @Test
    void acceptsEachPartOfEachRecordOnce() {
        assertThat(progress.take(from(0, 0))).isTrue();
        assertThat(progress.take(from(0, 0))).isFalse();
        assertThat(progress.take(from(0, 1))).isTrue();
        assertThat(progress.take(from(7, 0))).isTrue();
        assertThat(progress.take(from(6, 9))).isFalse();
        assertThat(progress.take(from(7, 0))).isFalse();
    }

    @Test
    void acceptsRecordsWithoutAPosition() {
        assertThat(progress.take(from(5, 0))).isTrue();
        assertThat(progress.take(new RecordHeaders())).isTrue();
        assertThat(progress.take(new RecordHeaders())).isTrue();
        assertThat(progress.take(from(5, 0))).isFalse();
    }

    @Test
    void sourcesDoNotMixTheirOffsets() {
        assertThat(progress.take(from(5, 0))).isTrue();
        assertThat(progress.take(from("3", 2, 0))).isTrue();
        assertThat(progress.take(from("4", 2, 0))).isTrue();
        assertThat(progress.take(from("3", 2, 0))).isFalse();
        assertThat(progress.take(from(4, 0))).isFalse();
    }

    /** The topic was recreated; later, processing began again without its state, and so in the first log. */
    @Test
    void acceptsRecordsOfAnotherLog() {
        long recreated = InputNumber.of(1, 0, 0);
        assertThat(progress.take(from(5, 0))).isTrue();
        assertThat(progress.take(from(recreated + 2, 0))).isTrue();
        assertThat(progress.take(from(recreated + 1, 0))).isFalse();
        assertThat(progress.take(from(3, 0))).isTrue();
        assertThat(progress.take(from(3, 0))).isFalse();
        assertThat(progress.take(from(2, 7))).isFalse();
    }

    /** Processing repeats what is left of the log, before it reads the records that replace the lost ones. */
    @Test
    void acceptsRecordsThatReplaceLostOnes() {
        assertThat(progress.take(from(InputNumber.of(0, 3, 9), 0))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 3, 4), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(0, 5, 5), 0))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 5, 5), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(0, 5, 5), 1))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 3, 4), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(1, 0, 0), 0))).isTrue();
    }

    /** The topic was recreated, so its epochs are lower, and processing began without its state. */
    @Test
    void skipsOnlyOldOffsetsOfALowerEpoch() {
        assertThat(progress.take(from(InputNumber.of(0, 5, 5), 0))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 0, 5), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(0, 0, 6), 0))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 0, 6), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(0, 0, 7), 0))).isTrue();
    }

    /** During a rolling upgrade, the former version sends numbers without epochs. */
    @Test
    void offsetsDecideWithoutLeaderEpochs() {
        assertThat(progress.take(from(9, 0))).isTrue();
        assertThat(progress.take(from(InputNumber.of(0, 3, 9), 0))).isFalse();
        assertThat(progress.take(from(InputNumber.of(0, 3, 10), 0))).isTrue();
        assertThat(progress.take(from(10, 0))).isFalse();
        assertThat(progress.take(from(11, 0))).isTrue();
    }

    @Test
    void survives() throws IOException {
        progress.take(from(5, 3));
        progress.take(from("7", 9, 1));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        progress.write(new DataOutputStream(bytes));
        InputProgress restored = new InputProgress();
        restored.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(restored.take(from(5, 3))).isFalse();
        assertThat(restored.take(from(5, 4))).isTrue();
        assertThat(restored.take(from("7", 9, 1))).isFalse();
        assertThat(restored.take(from("7", 9, 2))).isTrue();
    }

    private static Headers from(long offset, int part) {
        return new RecordHeaders().add(BatchHeaders.input(offset, part));
    }

    private static Headers from(String source, long offset, int part) {
        return from(offset, part).add(BatchHeaders.source(source));
    }
}
