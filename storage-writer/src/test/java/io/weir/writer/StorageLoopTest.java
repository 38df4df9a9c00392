package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.writer.stores.StoreCatalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is committed while a store accepts nothing for some time. */
class StorageLoopTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final int FULL_LINES = 1_000;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private String id = "old";
    private final CountDownLatch isStored = new CountDownLatch(1);
    private final Semaphore completions = new Semaphore(0);
    private final Router router = new Router(StoreCatalog.BUILT_IN.parse("questdb://localhost"), List.of());
    private final WriteWorker worker = new WriteWorker(
            () -> new WriteRequest(router, FULL_LINES, 1_000_000),
            this::store,
            isStored::countDown,
            completions::release);
    private final StorageLoop loop = new StorageLoop(
            consumer,
            "in",
            Translation.LINES,
            List.of(worker),
            new ConcurrencyLimit(1),
            topics -> Map.of("in", id),
            new Gaps(
                    "main",
                    Rejects.KEPT_ALREADY,
                    new WriterMeters(new SimpleMeterRegistry(), "main"),
                    new CountDownLatch(1)),
            () -> false,
            completions);

    @AfterEach
    void close() {
        worker.close();
        consumer.close();
    }

    /** Otherwise the next start would skip the records of the new topic up to that offset. */
    @Test
    void offsetsOfADeletedTopicAreNotCommittedForTheNewOne() {
        replaceTheTopicDuringADelivery();
        isStored.countDown();
        loop.onPartitionsRevoked(List.of(PARTITION));

        assertThat(consumer.committed(Set.of(PARTITION))).isEmpty();
    }

    @Test
    @Timeout(10)
    void theBeginOfTheNewTopicIsCommitted() {
        replaceTheTopicDuringADelivery();
        isStored.countDown();
        while (consumer.committed(Set.of(PARTITION)).isEmpty()) {
            loop.turn();
        }

        assertThat(consumer.committed(Set.of(PARTITION)))
                .isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(0, "new/")));
    }

    /** Otherwise its lines would fill the memory while the store accepts nothing. */
    @Test
    @Timeout(10)
    void aPartitionThatBeginsLateIsNotReadWhileItsWorkerIsFull() {
        TopicPartition late = new TopicPartition("in", 1);
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, late, 0L));
        consumer.subscribe(List.of("in"), loop);
        consumer.rebalance(List.of(PARTITION, late));
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(0)));
        turnWithoutFirstOffsets();
        send(0, 1);
        while (worker.isIdle()) {
            turnWithoutFirstOffsets();
        }
        send(1, FULL_LINES);
        turnWithoutFirstOffsets();
        turnWithoutFirstOffsets();
        assertThat(consumer.paused()).containsExactlyInAnyOrder(PARTITION, late);

        loop.turn();
        loop.turn();
        assertThat(consumer.paused()).containsExactlyInAnyOrder(PARTITION, late);
    }

    private void turnWithoutFirstOffsets() {
        consumer.setOffsetsException(new KafkaException("no leader"));
        assertThatThrownBy(loop::turn).hasMessage("no leader");
    }

    private void send(long from, int records) {
        for (long offset = from; offset < from + records; offset++) {
            consumer.addRecord(new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[] {'a'}));
        }
    }

    private void replaceTheTopicDuringADelivery() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.subscribe(List.of("in"), loop);
        consumer.rebalance(List.of(PARTITION));
        loop.turn();
        send(0, 5);
        while (worker.isIdle()) {
            loop.turn();
        }
        id = "new";
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 5L)));
        loop.turn();
    }

    private boolean store(WriteRequest request, CountDownLatch stop) {
        try {
            isStored.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
