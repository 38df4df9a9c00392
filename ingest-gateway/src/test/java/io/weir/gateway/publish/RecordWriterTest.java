package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.intake.BatchName;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.Parcel;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    private final InputCounts counts = new InputCounts("udp");
    private final RecordWriter writer = new RecordWriter(new Topics("farm."), "g");

    @Test
    void makesARecordOfABatch() {
        byte[] lines = "cpu value=1 1\n".getBytes(UTF_8);
        ProducerRecord<byte[], byte[]> record =
                writer.record(new Parcel.Batch(3, new BatchName(-1, 5), lines, 1, 77, counts));
        assertThat(record.topic()).isEqualTo("farm.metrics.raw");
        assertThat(record.partition()).isEqualTo(3);
        assertThat(record.timestamp()).isEqualTo(77);
        assertThat(record.key()).isNull();
        assertThat(record.value()).isSameAs(lines);
        assertThat(BatchHeaders.lines(record.headers())).isEqualTo(1);
        assertThat(BatchHeaders.gateway(record.headers())).isEqualTo("g");
        assertThat(BatchHeaders.isNumbered(record.headers())).isTrue();
        assertThat(BatchHeaders.epoch(record.headers())).isEqualTo(-1);
        assertThat(BatchHeaders.number(record.headers())).isEqualTo(5);
    }

    @Test
    void makesAnEmptyRecordOfATick() {
        ProducerRecord<byte[], byte[]> record = writer.record(new Parcel.Tick(2, new BatchName(0x1f, 6), 78, 0));
        assertThat(record.partition()).isEqualTo(2);
        assertThat(record.timestamp()).isEqualTo(78);
        assertThat(BatchHeaders.isEmpty(record.value())).isTrue();
        assertThat(BatchHeaders.gateway(record.headers())).isEqualTo("g");
    }

    @Test
    void aTickTellsWhatWasLost() {
        assertThat(BatchHeaders.lost(writer.record(new Parcel.Tick(2, new BatchName(0x1f, 6), 78, 0))
                        .headers()))
                .isZero();
        assertThat(BatchHeaders.lost(writer.record(new Parcel.Tick(2, new BatchName(0x1f, 6), 78, 9))
                        .headers()))
                .isEqualTo(9);
    }

    @Test
    void makesAnEmptyRecordOfAStateToo() {
        byte[] state = "4\nrun=7".getBytes(UTF_8);
        ProducerRecord<byte[], byte[]> record = writer.record(new Parcel.State(2, state, 78));
        assertThat(record.topic()).isEqualTo("farm.metrics.raw");
        assertThat(record.partition()).isEqualTo(2);
        assertThat(BatchHeaders.isEmpty(record.value())).isTrue();
        assertThat(BatchHeaders.state(record.headers())).isEqualTo(state);
        assertThat(BatchHeaders.rules(record.headers())).isNull();
    }

    @Test
    void tellsWhyAndWhereALineWasRefused() {
        ProducerRecord<byte[], byte[]> record = writer.record(new Parcel.Refused(
                "cpu value=".getBytes(UTF_8), "missing-field-value", "127.0.0.1:9", 4, 10, 79, counts));
        assertThat(record.topic()).isEqualTo("farm.metrics.rejected");
        assertThat(Rejection.read(record.headers()))
                .isEqualTo(new Rejection("gateway", "missing-field-value", "127.0.0.1:9", 10));
        assertThat(new String(
                        requireNonNull(record.headers().lastHeader("position")).value(), UTF_8))
                .isEqualTo("4:11");
    }

    @Test
    void namesFailuresByWhatKafkaCallsThem() {
        assertThat(KafkaOutlet.reason(new RecordTooLargeException(""))).isEqualTo("record-too-large");
        assertThat(KafkaOutlet.reason(new KafkaException("Producer is closed forcefully.")))
                .isEqualTo("shutdown");
    }
}
