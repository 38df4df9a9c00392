package io.weir.contract.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.LeaderEpoch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class LeaderEpochsTest {
    private static final int FORGED = 9;

    @Test
    void addsTheEpochOfEachRecord() {
        List<ConsumerRecord<byte[], byte[]>> records =
                List.of(record(0, Optional.of(3)), record(1, Optional.of(3)), record(2, Optional.of(5)));
        add(records);
        assertThat(records)
                .extracting(record -> LeaderEpoch.of(record.headers()))
                .containsExactly(3, 3, 5);
    }

    @Test
    void aSenderCannotForgeAnEpoch() {
        List<ConsumerRecord<byte[], byte[]>> records = List.of(record(0, Optional.of(3)), record(1, Optional.empty()));
        records.forEach(
                record -> record.headers().add(LeaderEpoch.header(FORGED)).add(LeaderEpoch.header(FORGED)));
        add(records);
        assertThat(records)
                .extracting(record -> LeaderEpoch.of(record.headers()))
                .containsExactly(3, LeaderEpoch.UNKNOWN);
        assertThat(records.get(0).headers().headers(LeaderEpoch.NAME)).hasSize(1);
    }

    @Test
    void anInvalidEpochIsUnknown() {
        for (int invalid : new int[] {-1, -2, Integer.MIN_VALUE}) {
            Headers headers = new RecordHeaders().add(LeaderEpoch.header(invalid));
            assertThat(LeaderEpoch.of(headers)).isEqualTo(LeaderEpoch.UNKNOWN);
        }
        assertThat(LeaderEpoch.of(new RecordHeaders().add(LeaderEpoch.NAME, new byte[] {1})))
                .isEqualTo(LeaderEpoch.UNKNOWN);
    }

    private static void add(List<ConsumerRecord<byte[], byte[]>> records) {
        new LeaderEpochs().addTo(new ConsumerRecords<>(Map.of(new TopicPartition("in", 0), records), Map.of()));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, Optional<Integer> epoch) {
        return new ConsumerRecord<>(
                "in",
                0,
                offset,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                epoch);
    }
}
