package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ViewTest {
    private static final Topics TOPICS = new Topics("");
    private static final Spelling PLAIN = new Spelling(false, false);
    private static final String BATCH = """
            cpu,detector=TPC,hostname=flp1 value=1 1700000000123456789
            cpu,detector=TPC,hostname=epn1 value=2 1700000000000000000
            cpu\\ load,hostname=flp2 note="a
            b" 1700000000000000000
            mem,hostname=flp1 value=3i 1700000000000000000
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu                              | 1 2",
                "cpu,hostname=flp*                | 1",
                "'*,hostname=flp1,detector=TPC'   | 1",
                "*,hostname=flp?                  | 1 b 3",
                "cpu\\ load                       | b",
                "cpu,rack=*                       | ''",
            })
    void ofMetricsShowsTheSeriesThatASelectorSpells(String selector, String shown) throws IOException {
        String lines = shown(TOPICS.storage(), selector, PLAIN, batch(BATCH));

        assertThat(lines.lines().map(line -> line.replaceAll(".*(value=(\\d)|n(b)).*", "$2$3")))
                .containsExactly(shown.isEmpty() ? new String[0] : shown.split(" "));
    }

    @Test
    void ofMetricsShowsOneLineForEachWithItsTimeOnRequest() throws IOException {
        assertThat(shown(TOPICS.raw(), null, new Spelling(false, true), batch(BATCH)))
                .hasLineCount(4)
                .startsWith("2023-11-14T22:13:20.123Z cpu,detector=TPC,hostname=flp1 value=1 1700000000123456789\n")
                .contains("note=\"a\\nb\"");
        assertThat(shown(TOPICS.raw(), null, new Spelling(true, false), batch(BATCH)))
                .isEqualTo(BATCH);
    }

    @Test
    void ofMetricsShowsNoTicks() throws IOException {
        assertThat(shown(TOPICS.raw(), null, PLAIN, batch(""))).isEmpty();
    }

    @Test
    void showsStageReasonAndSourceOfRejectedLines() throws IOException {
        Rejection gateway = new Rejection("gateway", "missing-field-value", "127.0.0.1:5", 10);
        Rejection writer = new Rejection("writer", "cannot\u001b cast", "metrics.storage/3/7", -1);

        assertThat(shown(TOPICS.rejected(), null, PLAIN, rejected(gateway, "cpu value=\u0000")))
                .isEqualTo("[gateway: missing-field-value at byte 11, from 127.0.0.1:5] cpu value=\\u{0000}\n");
        assertThat(shown(TOPICS.rejected(), "writer", PLAIN, rejected(writer, "cpu value=1")))
                .isEqualTo("[writer: cannot\\u{001b} cast, from metrics.storage/3/7] cpu value=1\n");
        assertThat(shown(TOPICS.rejected(), "missing-*", PLAIN, rejected(writer, "cpu value=1")))
                .isEmpty();
    }

    @Test
    void ofAlarmsShowsTheIdsThatAGlobSelects() throws IOException {
        assertThat(shown(TOPICS.events(), "cpu-high/*", PLAIN, keyed("cpu-high/flp1", "{}".getBytes(UTF_8))))
                .isEqualTo("{}\n");
        assertThat(shown(TOPICS.events(), "mem/*", PLAIN, keyed("cpu-high/flp1", "{}".getBytes(UTF_8))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu,hostname", "#cpu"})
    void aSelectorThatSpellsNoSeriesIsRefused(String selector) {
        assertThatThrownBy(() -> View.of(TOPICS.raw(), TOPICS, Optional.of(selector), PLAIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write it like cpu,detector=TPC,hostname=flp*");
    }

    private static String shown(
            String topic, @Nullable String selector, Spelling spelling, ConsumerRecord<byte[], byte[]> record)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        View.of(topic, TOPICS, Optional.ofNullable(selector), spelling).show(record, out);
        return out.toString(UTF_8);
    }

    private static ConsumerRecord<byte[], byte[]> batch(String lines) {
        return record(new byte[0], lines.getBytes(UTF_8), new RecordHeaders());
    }

    private static ConsumerRecord<byte[], byte[]> rejected(Rejection rejection, String bytes) {
        RecordHeaders headers = new RecordHeaders();
        rejection.addTo(headers);
        return record(new byte[0], bytes.getBytes(UTF_8), headers);
    }

    private static ConsumerRecord<byte[], byte[]> keyed(String key, byte[] value) {
        return record(key.getBytes(UTF_8), value, new RecordHeaders());
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                "t",
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                key.length,
                value.length,
                key,
                value,
                headers,
                Optional.empty());
    }
}
