package io.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A receiver that accepts nothing for some time, and partitions that move to another instance. */
class DeliveryLoopTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);

    private final RejectedRecords rejected = new RejectedRecords("test", KafkaSettings.defaults());
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final Receiver receiver = new Receiver();
    private final Map<String, String> read = new HashMap<>();
    private String id = "id";
    private final DeliveryLoop loop = loop(Begin.OLDEST, consumer);

    private DeliveryLoop loop(Begin begin, Consumer<byte[], byte[]> kafka) {
        return new DeliveryLoop(
                "test",
                begin,
                kafka,
                topics -> Map.of("in", id),
                read,
                new MissedRecords("test", new SimpleMeterRegistry(), rejected),
                receiver);
    }

    @BeforeEach
    void join() throws InterruptedException {
        loop.join(Set.of("in"));
        assertThat(loop.hasJoined()).isFalse();
        consumer.rebalance(List.of(PARTITION));
        assertThat(loop.hasJoined()).isTrue();
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        loop.turn();
        receiver.calls = 0;
        add(0);
    }

    @AfterEach
    void close() {
        consumer.close();
        rejected.close();
    }

    @Test
    void nothingIsReadWhileRecordsWait() throws InterruptedException {
        receiver.isAway = true;
        loop.turn();
        add(1);
        loop.turn();
        loop.turn();
        assertThat(consumer.paused()).containsExactly(PARTITION);
        assertThat(consumer.position(PARTITION)).isEqualTo(1);

        receiver.isAway = false;
        loop.turn();
        loop.turn();
        assertThat(receiver.received).containsExactly(0L, 1L);
    }

    @Test
    void aReceiverIsLeftAloneDuringItsPause() throws InterruptedException {
        receiver.isAway = true;
        receiver.pause = Duration.ofHours(1);
        loop.turn();
        receiver.isAway = false;
        loop.turn();
        loop.turn();

        assertThat(receiver.calls).isEqualTo(1);
        assertThat(loop.lag()).isEqualTo(1);
    }

    @Test
    void aLostPartitionIsForgotten() throws InterruptedException {
        receiver.isAway = true;
        loop.turn();
        loop.onPartitionsLost(List.of(PARTITION));

        assertThat(receiver.forgotten).isEqualTo(1);
        assertThat(loop.hasJoined()).isFalse();
        receiver.isAway = false;
        loop.turn();
        assertThat(receiver.received).isEmpty();
    }

    @Test
    void onlyDeliveredRecordsAreCommittedOnLeaving() throws InterruptedException {
        loop.turn();
        receiver.isAway = true;
        add(1);
        loop.turn();
        loop.onPartitionsRevoked(List.of(PARTITION));

        assertThat(consumer.committed(Set.of(PARTITION))).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(1, "id/")));
    }

    /** Even if no record follows, the next start must not report the same again. */
    @Test
    void theBeginOfATopicThatWasCreatedAgainIsCommitted() throws InterruptedException {
        loop.turn();
        id = "other";
        consumer.updateEndOffsets(Map.of(PARTITION, 0L));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 1L)));
        loop.turn();
        loop.onPartitionsRevoked(List.of(PARTITION));

        assertThat(consumer.committed(Set.of(PARTITION)))
                .isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(0, "other/")));
    }

    /** The broker that has the only copy of the other one is away. */
    @Test
    void aPartitionIsReadWhileKafkaDoesNotReportTheBeginOfAnotherOne() throws InterruptedException {
        TopicPartition other = new TopicPartition("in", 1);
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, other, 0L));
        consumer.rebalance(List.of(PARTITION, other));
        consumer.setOffsetsException(new TimeoutException("no leader"));
        loop.turn();
        add(0);
        loop.turn();

        assertThat(receiver.received).containsExactly(0L);
        assertThat(loop.kafka().ready()).isFalse();
        assertThat(loop.kafka().detail()).contains("in-1");
    }

    /** A new leader reveals a lost end while the partition is paused. */
    @Test
    void recordsBeforeAGapAreNotCommittedBeforeTheirDelivery() throws InterruptedException {
        loseTheLastOfTwoWaitingRecords();
        loop.onPartitionsRevoked(List.of(PARTITION));

        assertThat(consumer.committed(Set.of(PARTITION))).isEmpty();
    }

    /** Otherwise the next start would skip the record that replaces a lost one. */
    @Test
    void offsetsBeforeAGapAreNotCommittedAfterIt() throws InterruptedException {
        loseTheLastOfTwoWaitingRecords();
        receiver.isAway = false;
        loop.turn();
        assertThat(receiver.received).containsExactly(0L, 1L);
        loop.turn();
        loop.onPartitionsRevoked(List.of(PARTITION));

        assertThat(consumer.committed(Set.of(PARTITION))).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(1, "id/")));
    }

    private void loseTheLastOfTwoWaitingRecords() throws InterruptedException {
        add(1);
        receiver.isAway = true;
        loop.turn();
        assertThat(loop.lag()).isEqualTo(2);
        consumer.updateEndOffsets(Map.of(PARTITION, 3L));
        consumer.setPollException(
                new LogTruncationException(Map.of(PARTITION, 2L), Map.of(PARTITION, new OffsetAndMetadata(1))));
        loop.turn();
        assertThat(consumer.position(PARTITION)).isEqualTo(1);
    }

    /** Kafka deletes the offset with the topic. A new receiver would begin at the end. */
    @Test
    void aNewConsumerReadsATopicThatWasCreatedAgainFromItsStart() throws InterruptedException {
        loop.onPartitionsRevoked(List.of(PARTITION));
        id = "other";
        try (MockConsumer<byte[], byte[]> next = new MockConsumer<>("none")) {
            next.updatePartitions("in", List.of(new PartitionInfo("in", 0, Node.noNode(), new Node[0], new Node[0])));
            next.updateBeginningOffsets(Map.of(PARTITION, 0L));
            next.updateEndOffsets(Map.of(PARTITION, 5L));
            DeliveryLoop again = loop(Begin.NEWEST, next);
            again.join(Set.of("in"));
            next.rebalance(List.of(PARTITION));
            again.turn();

            assertThat(next.position(PARTITION)).isZero();
        }
    }

    /** Otherwise a topic that is created again before the first record would be read from that offset. */
    @Test
    void theBeginOfANewReceiverIsCommittedWithTheIdOfTheTopic() {
        try (MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none")) {
            kafka.updatePartitions("in", List.of(new PartitionInfo("in", 0, Node.noNode(), new Node[0], new Node[0])));
            kafka.updateEndOffsets(Map.of(PARTITION, 5L));
            loop(Begin.NEWEST, kafka).join(Set.of("in"));
            kafka.rebalance(List.of(PARTITION));

            assertThat(kafka.committed(Set.of(PARTITION)))
                    .isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(5, "id/")));
        }
    }

    private void add(long offset) {
        consumer.addRecord(new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[0]));
    }

    private static final class Receiver implements Delivery {
        private final List<Long> received = new ArrayList<>();
        private boolean isAway;
        private Duration pause = Duration.ZERO;
        private int calls;
        private int forgotten;

        @Override
        public Duration deliver(Deque<ConsumerRecord<byte[], byte[]>> waiting, ObjLongConsumer<TopicPartition> done) {
            calls++;
            if (isAway) {
                return pause;
            }
            while (!waiting.isEmpty()) {
                ConsumerRecord<byte[], byte[]> record = waiting.remove();
                received.add(record.offset());
                done.accept(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
            }
            return Duration.ZERO;
        }

        @Override
        public void forget(Collection<TopicPartition> partitions) {
            forgotten++;
        }

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }
    }
}
