package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The new position of a consumer whose position is not in the topic any more. */
class ResumptionTest {

    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final long POSITION = 100;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RejectedRecords rejected = new RejectedRecords("test", KafkaSettings.defaults());
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Resumption resumption = new Resumption(
            consumer,
            new MissedRecords("test", meters, rejected),
            (partition, next) -> consumer.commitSync(Map.of(partition, new OffsetAndMetadata(next))));

    ResumptionTest() {
        consumer.assign(List.of(PARTITION));
        consumer.seek(PARTITION, POSITION);
    }

    @AfterEach
    void close() {
        consumer.close();
        rejected.close();
    }

    /** The topic was deleted and recreated: Kafka knows nothing of the old log. */
    @Test
    void readsAllOfALogThatEndsBeforeThePosition() {
        topic(0, 90);
        poll(new OffsetOutOfRangeException(Map.of(PARTITION, POSITION)));

        assertThat(consumer.position(PARTITION)).isZero();
        assertThat(missed()).isEqualTo(1);
    }

    @Test
    void continuesAtTheDivergenceOfATruncatedLog() {
        topic(20, 95);
        poll(new LogTruncationException(Map.of(PARTITION, POSITION), Map.of(PARTITION, new OffsetAndMetadata(80))));

        assertThat(consumer.position(PARTITION)).isEqualTo(80);
        assertThat(missed()).isEqualTo(1);
    }

    /** Of a topic that was created again, Kafka may name the end as the first difference. */
    @Test
    void readsAllOfALogThatDivergesAtItsEnd() {
        topic(0, 30);
        poll(new LogTruncationException(Map.of(PARTITION, POSITION), Map.of(PARTITION, new OffsetAndMetadata(30))));

        assertThat(consumer.position(PARTITION)).isZero();
        assertThat(missed()).isEqualTo(1);
    }

    /** The new log has grown beyond the position, and the offset of its divergence is unknown. */
    @Test
    void readsAllOfALogThatIsAnother() {
        topic(20, 120);
        poll(new LogTruncationException(Map.of(PARTITION, POSITION), Map.of()));

        assertThat(consumer.position(PARTITION)).isEqualTo(20);
        assertThat(missed()).isEqualTo(1);
    }

    @Test
    void countsRecordsDeletedUnread() {
        topic(110, 120);
        poll(new OffsetOutOfRangeException(Map.of(PARTITION, POSITION)));

        assertThat(consumer.position(PARTITION)).isEqualTo(110);
        assertThat(missed()).isEqualTo(10);
    }

    /** Otherwise the next start of an idle service would report the gap again. */
    @Test
    void commitsTheNewPositionAfterTheReport() {
        topic(110, 110);
        poll(new OffsetOutOfRangeException(Map.of(PARTITION, POSITION)));

        assertThat(consumer.committed(Set.of(PARTITION))).containsEntry(PARTITION, new OffsetAndMetadata(110));
    }

    /** The group is new, or Kafka has forgotten its offsets. */
    @Test
    void beginsAtTheFirstRemainingRecord() {
        topic(20, 120);
        poll(new NoOffsetForPartitionException(PARTITION));

        assertThat(consumer.position(PARTITION)).isEqualTo(20);
    }

    private void topic(long first, long end) {
        consumer.updateBeginningOffsets(Map.of(PARTITION, first));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
    }

    private void poll(KafkaException fails) {
        consumer.setPollException(fails);
        assertThat(resumption.poll(Duration.ZERO)).isEmpty();
    }

    private double missed() {
        return meters.get("weir_records_missed").counter().count();
    }
}
