package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.BatchNumbers;
import io.weir.gateway.intake.batch.EarlyBatches;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.spool.Owners;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordWriterTest {
    private static final EarlyBatches UNCOMPARED =
            new EarlyBatches(new ReceiveClock(Clock.systemUTC(), System::nanoTime), new BatchNumbers(), 1);

    private final InputCounts counts = new InputCounts("udp");
    private static final long NOW_MILLIS = 1_000;

    private final RecordWriter writer =
            new RecordWriter(new Topics("farm."), "g", Owners.none(), UNCOMPARED, () -> NOW_MILLIS);

    @Test
    void makesARecordOfABatch() {
        byte[] lines = "cpu value=1 1\n".getBytes(UTF_8);
        Parcel.Batch batch = new Parcel.Batch(3, new BatchName(-1, 5), lines, 1, 77, counts);
        ProducerRecord<byte[], byte[]> record =
                writer.record(batch, BatchPart.of(batch, Integer.MAX_VALUE).get(0));
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
        assertThat(record.headers().lastHeader(BatchHeaders.PART)).isNull();
    }

    /**
     * By default, Kafka rejects timestamps more than an hour ahead. Spooled batches may be from a
     * time when the clock was ahead.
     */
    @Test
    void stampsNothingAhead() {
        Parcel.Batch batch = new Parcel.Batch(3, new BatchName(-1, 5), new byte[1], 1, NOW_MILLIS + 1, counts);
        assertThat(writer.record(batch, BatchPart.of(batch, Integer.MAX_VALUE).get(0))
                        .timestamp())
                .isEqualTo(NOW_MILLIS);
        assertThat(writer.record(new Parcel.Tick(2, new BatchName(0x1f, 6), NOW_MILLIS + 7, 0))
                        .timestamp())
                .isEqualTo(NOW_MILLIS);
    }

    /** For a spool of another gateway, or of this one under another name. */
    @Test
    void namesTheGatewayWhoseEpochItIs(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("gateways"), "1f old\nzz spoiled\nff");
        RecordWriter drains =
                new RecordWriter(new Topics("farm."), "g", Owners.in(directory), UNCOMPARED, () -> NOW_MILLIS);
        for (long epoch : new long[] {0x1f, 0xff, 7}) {
            BatchName name = new BatchName(epoch, 5);
            Parcel.Batch batch = new Parcel.Batch(3, name, "cpu value=1 1\n".getBytes(UTF_8), 1, 77, counts);
            String owner = epoch == 0x1f ? "old" : "g";
            assertThat(BatchHeaders.gateway(
                            drains.record(batch, BatchPart.of(batch, 100).get(0))
                                    .headers()))
                    .isEqualTo(owner);
            assertThat(BatchHeaders.gateway(
                            drains.record(new Parcel.Tick(2, name, 78, 0)).headers()))
                    .isEqualTo(owner);
        }
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
    void aTickContainsTheLosses() {
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
    void reportsReasonAndPlaceOfARejectedLine() {
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
    void aPartOfABatchNamesItsLines() {
        byte[] lines = "cpu value=1 1\ncpu value=\"a\nb\" 2\ncpu value=3 3\n".getBytes(UTF_8);
        Parcel.Batch batch = new Parcel.Batch(3, new BatchName(-1, 5), lines, 3, 77, counts);
        List<BatchPart> parts = BatchPart.of(batch, 20);
        assertThat(parts)
                .containsExactly(new BatchPart(0, 1, 0, 14), new BatchPart(1, 1, 14, 32), new BatchPart(2, 1, 32, 46));
        ProducerRecord<byte[], byte[]> record = writer.record(batch, parts.get(1));
        assertThat(record.value()).isEqualTo("cpu value=\"a\nb\" 2\n".getBytes(UTF_8));
        assertThat(BatchHeaders.lines(record.headers())).isEqualTo(1);
        assertThat(BatchHeaders.firstLine(record.headers())).isEqualTo(1);
        assertThat(BatchHeaders.linesOfBatch(record.headers())).isEqualTo(3);
        assertThat(BatchHeaders.number(record.headers())).isEqualTo(5);
        assertThat(BatchPart.of(batch, 32)).containsExactly(new BatchPart(0, 2, 0, 32), new BatchPart(2, 1, 32, 46));
        assertThat(BatchPart.of(batch, 46)).containsExactly(new BatchPart(0, 3, 0, 46));
        assertThat(BatchPart.of(batch, 1)).as("a line is not cut").hasSize(3);
    }

    @Test
    void aTickOfALaggingGatewayIsMarked() {
        Parcel.Tick tick = new Parcel.Tick(2, new BatchName(0x1f, 6), 78, 0);
        assertThat(BatchHeaders.behind(writer.record(tick).headers())).isEqualTo(-1);
        ProducerRecord<byte[], byte[]> record = writer.record(tick.behind(99));
        assertThat(BatchHeaders.behind(record.headers())).isEqualTo(99);
        assertThat(record.timestamp()).isEqualTo(78);
    }
}
