package io.weir.delivery;

import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Knows a receiver and what it accepts. Used by the thread of one {@link DeliveryWorker}, except
 * {@link #trouble}.
 */
public interface Delivery extends AutoCloseable {
    /**
     * Delivers one request. Called ten times a second or more often, except during a pause; also
     * without records, so that an idle connection may be checked.
     *
     * @param waiting records that were read, the oldest first. The delivery removes those that are
     *     delivered, and those that it keeps for the next attempt ({@link #held})
     * @param done receives a partition, and the offset after the last record of it that needs
     *     nothing more
     * @return how long to wait before the next call; zero if the receiver accepted everything
     */
    Duration deliver(Deque<ConsumerRecord<byte[], byte[]>> waiting, ObjLongConsumer<TopicPartition> done)
            throws InterruptedException;

    /** The number of records that are neither waiting nor done. */
    default int held() {
        return 0;
    }

    /** Forgets the held records of these partitions: their next owner reads them again. */
    default void forget(Collection<TopicPartition> partitions) {}

    /** Why the receiver accepts nothing now; callable from any thread. */
    Optional<String> trouble();

    /** Called once, after the last delivery. */
    @Override
    default void close() {}
}
