package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.writer.tier.TierServer.Life;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a member of a target's group knows after its assignment. */
class MarkReaderTest {
    private static final TopicPartition PARTITION = new TopicPartition("tiers", 0);

    private final RejectedRecords rejected = new RejectedRecords("test", KafkaSettings.defaults());
    private final Away consumer = new Away();
    private final MarkReader reader = new MarkReader(
            consumer,
            PARTITION.topic(),
            topics -> Map.of(PARTITION.topic(), "id"),
            new MissedRecords("test", new SimpleMeterRegistry(), rejected),
            () -> {});

    @BeforeEach
    void assign() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.rebalance(List.of(PARTITION));
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(0, "id/ 5 6")));
        consumer.addRecord(new ConsumerRecord<>(PARTITION.topic(), 0, 0, new byte[0], new byte[0]));
    }

    @AfterEach
    void close() {
        reader.close();
        rejected.close();
    }

    @Test
    void theOwnerKnowsWhatTheLastOneCommitted() {
        assertThat(marks()).isEqualTo(1);
        assertThat(reader.life()).isEqualTo(Optional.of(new Life(5, 6)));
    }

    @Test
    void noMarkIsLostIfKafkaDoesNotAnswerAfterTheAssignment() {
        consumer.unanswered = Set.of(2, 3);

        assertThat(marks()).isEqualTo(1);
        assertThat(reader.life()).isEqualTo(Optional.of(new Life(5, 6)));
    }

    private int marks() {
        int marks = 0;
        for (int i = 0; i < 5; i++) {
            try {
                marks += reader.poll().count();
            } catch (KafkaException e) {
                assertThat(e).hasMessage("away");
            }
        }
        assertThat(reader.isOwner()).isTrue();
        assertThat(reader.next()).isEqualTo(1);
        return marks;
    }

    /** Does not answer some questions for committed offsets. */
    private static final class Away extends MockConsumer<byte[], byte[]> {
        private Set<Integer> unanswered = Set.of();
        private int questions;

        Away() {
            super("none");
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
            if (unanswered.contains(++questions)) {
                throw new KafkaException("away");
            }
            return super.committed(partitions);
        }
    }
}
