package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchHeadersTest {

    private final Headers headers = new RecordHeaders();

    @Test
    void readsWhatWasWritten() {
        headers.add(BatchHeaders.lines(321))
                .add(BatchHeaders.gateway("gw-ä"))
                .add(BatchHeaders.input(987_654_321_012L, 3))
                .add(BatchHeaders.rules("9f2c1e"))
                .add(BatchHeaders.state("3\nrun=7".getBytes(UTF_8)));

        assertThat(BatchHeaders.lines(headers)).isEqualTo(321);
        assertThat(BatchHeaders.gateway(headers)).isEqualTo("gw-ä");
        assertThat(BatchHeaders.inputNumber(headers)).isEqualTo(987_654_321_012L);
        assertThat(BatchHeaders.inputPart(headers)).isEqualTo(3);
        assertThat(BatchHeaders.rules(headers)).isEqualTo("9f2c1e");
        assertThat(BatchHeaders.state(headers)).isEqualTo("3\nrun=7".getBytes(UTF_8));
    }

    @Test
    void readsLossesAndUnreliableGateways() {
        assertThat(BatchHeaders.lost(headers)).isZero();
        assertThat(BatchHeaders.unreliable(headers)).isEmpty();

        headers.add(BatchHeaders.lost(17))
                .add(BatchHeaders.unreliable("gw ä", Unreliability.MISSING))
                .add(BatchHeaders.UNRELIABLE, "SLEEPY gw-2".getBytes(UTF_8))
                .add(BatchHeaders.unreliable("gw-1", Unreliability.LOSING));
        assertThat(BatchHeaders.lost(headers)).isEqualTo(17);
        assertThat(BatchHeaders.unreliable(headers))
                .containsExactly(entry("gw ä", Unreliability.MISSING), entry("gw-1", Unreliability.LOSING));
    }

    @Test
    void readsBothSpellingsOfUnreliable() {
        headers.add("deaf", "MISSING gw-1".getBytes(UTF_8)).add("unreliable", "CLOCK gw-2".getBytes(UTF_8));
        assertThat(BatchHeaders.unreliable(headers))
                .containsExactly(entry("gw-1", Unreliability.MISSING), entry("gw-2", Unreliability.CLOCK));
        assertThat(BatchHeaders.unreliable("gw-3", Unreliability.LOSING).key()).isEqualTo("unreliable");
    }

    @Test
    void staysReadableInTheConsoleConsumer() {
        assertThat(BatchHeaders.lines(10).value()).isEqualTo("10".getBytes(UTF_8));
        assertThat(BatchHeaders.input(7, 0).value()).isEqualTo("7/0".getBytes(UTF_8));
    }

    @Test
    void readsAbsentHeadersAsUnknown() {
        assertThat(BatchHeaders.lines(headers)).isEqualTo(-1);
        assertThat(BatchHeaders.gateway(headers)).isNull();
        assertThat(BatchHeaders.rules(headers)).isNull();
        assertThat(BatchHeaders.state(headers)).isNull();
        assertThat(BatchHeaders.inputNumber(headers)).isEqualTo(-1);
        assertThat(BatchHeaders.inputPart(headers)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "-1/-1", "x/y", "1234567890123456789/1234567890123456789", "1 /1 "})
    void readsMalformedHeadersAsUnknown(String spoiled) {
        headers.add(BatchHeaders.LINES, spoiled.getBytes(UTF_8)).add(BatchHeaders.INPUT, spoiled.getBytes(UTF_8));

        assertThat(BatchHeaders.lines(headers)).isEqualTo(-1);
        assertThat(BatchHeaders.inputNumber(headers)).isEqualTo(-1);
        assertThat(BatchHeaders.inputPart(headers)).isEqualTo(-1);
    }

    @Test
    void readsThePartOfABatch() {
        assertThat(BatchHeaders.linesOfBatch(headers)).isEqualTo(-1);
        headers.add(BatchHeaders.lines(20));
        assertThat(BatchHeaders.firstLine(headers)).isZero();
        assertThat(BatchHeaders.linesOfBatch(headers)).isEqualTo(20);
        headers.add(BatchHeaders.part(30, 50));
        assertThat(BatchHeaders.firstLine(headers)).isEqualTo(30);
        assertThat(BatchHeaders.linesOfBatch(headers)).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "30", "30/49", "-1/50", "30/x", "30/99999999999", "30/50/1"})
    void readsMalformedPartsAsWholeBatches(String part) {
        headers.add(BatchHeaders.lines(20)).add(BatchHeaders.PART, part.getBytes(UTF_8));
        assertThat(BatchHeaders.firstLine(headers)).isZero();
        assertThat(BatchHeaders.linesOfBatch(headers)).isEqualTo(20);
    }

    @Test
    void detectsRecordsWithoutLines() {
        assertThat(BatchHeaders.isEmpty(new byte[0])).isTrue();
        assertThat(BatchHeaders.isEmpty(null)).isTrue();
        assertThat(BatchHeaders.isEmpty(new byte[] {'a'})).isFalse();
    }
}
