package io.weir.contract.service;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls a consumer that resumes where its group has committed, and reports what Kafka deleted since. Its {@code auto.offset.reset} must
 * be {@code none}: otherwise a jump to the first record that is left is silent. Not thread-safe.
 */
public final class Resumption {
    private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Function<Duration, ConsumerRecords<byte[], byte[]>> polling;
    private final MissedRecords missed;

    /** Polls this consumer. */
    public Resumption(Consumer<byte[], byte[]> consumer, MissedRecords missed) {
        this(consumer, consumer::poll, missed);
    }

    /** Polls a consumer whose own {@code poll} is this object's. */
    Resumption(
            Consumer<byte[], byte[]> consumer,
            Function<Duration, ConsumerRecords<byte[], byte[]>> polling,
            MissedRecords missed) {
        this.consumer = consumer;
        this.polling = polling;
        this.missed = missed;
    }

    /** As {@link Consumer#poll}; nothing if the position had to be moved. */
    public ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        try {
            return polling.apply(patience);
        } catch (NoOffsetForPartitionException e) {
            begin(consumer, e.partitions());
        } catch (OffsetOutOfRangeException e) {
            skip(e.offsetOutOfRangePartitions());
        }
        return ConsumerRecords.empty();
    }

    /**
     * Moves the consumer of a group without offsets to the first records that are left. The group is new, or Kafka has forgotten its offsets:
     * nobody knows what it had.
     */
    public static void begin(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        partitions.forEach(partition -> {
            long first = beginnings.getOrDefault(partition, 0L);
            if (first > 0) {
                LOG.warn(
                        "the group has no offset in {}, so it begins at the first record that is left, {}; if it had one, it"
                                + " expired (offsets.retention.minutes of the brokers)",
                        partition,
                        first);
            }
            consumer.seek(partition, first);
        });
    }

    private void skip(Map<TopicPartition, Long> positions) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(positions.keySet());
        positions.forEach((partition, position) -> {
            long first = beginnings.getOrDefault(partition, 0L);
            if (first > position) {
                missed.report(partition.topic(), partition.partition(), position, first);
            } else {
                LOG.warn("{} ends before {}: it was deleted and made anew; going on at {}", partition, position, first);
            }
            consumer.seek(partition, first);
        });
    }
}
