package io.weir.contract.service;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls a consumer that resumes at its group's committed offsets, and reports records that Kafka
 * deleted or lost since. Its {@code auto.offset.reset} must be {@code none}: otherwise a jump to
 * the first remaining record is silent. Not thread-safe.
 */
public final class Resumption {
    /** The reason why records may have been missed. */
    public static final String NO_OFFSET = "Kafka has no offset of the group, which is new or was away for longer than"
            + " offsets.retention.minutes of the brokers, and earlier records are deleted";

    private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);

    /** Receives the records of a poll. */
    @FunctionalInterface
    public interface Receiver {
        void receive(ConsumerRecords<byte[], byte[]> records);
    }

    private final Consumer<byte[], byte[]> consumer;
    private final Function<Duration, ConsumerRecords<byte[], byte[]>> polling;
    private final MissedRecords missed;
    private final ObjLongConsumer<TopicPartition> moved;

    /**
     * Polls this consumer. If its group has no offset, it begins at the first remaining record,
     * which is only logged.
     *
     * @param moved receives a partition and the offset at which it continues after a gap. The
     *     offset must be committed, even if no record follows: otherwise the next start reports the
     *     gap again.
     */
    public Resumption(Consumer<byte[], byte[]> consumer, MissedRecords missed, ObjLongConsumer<TopicPartition> moved) {
        this(consumer, consumer::poll, missed, moved);
    }

    /**
     * A new consumer whose own {@code poll} reports gaps and continues after them, for owners that do
     * not commit its offsets themselves. Replaces the setting {@code auto.offset.reset}. Does not wait
     * for Kafka.
     */
    public static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> settings, MissedRecords missed) {
        return consumer(settings, missed, records -> {});
    }

    /**
     * The same consumer.
     *
     * @param received receives the records of each poll, after all interceptors and before the owner
     */
    public static KafkaConsumer<byte[], byte[]> consumer(
            Map<String, Object> settings, MissedRecords missed, Receiver received) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return new Reporting(all, missed, received);
    }

    private Resumption(
            Consumer<byte[], byte[]> consumer,
            Function<Duration, ConsumerRecords<byte[], byte[]>> polling,
            MissedRecords missed) {
        this(consumer, polling, missed, (partition, next) -> {});
    }

    private Resumption(
            Consumer<byte[], byte[]> consumer,
            Function<Duration, ConsumerRecords<byte[], byte[]>> polling,
            MissedRecords missed,
            ObjLongConsumer<TopicPartition> moved) {
        this.consumer = consumer;
        this.polling = polling;
        this.missed = missed;
        this.moved = moved;
    }

    /** Like {@link Consumer#poll}; returns no records if the position had to be moved. */
    public ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        try {
            return polling.apply(patience);
        } catch (NoOffsetForPartitionException e) {
            begin(e.partitions());
        } catch (OffsetOutOfRangeException e) {
            skip(e);
        }
        return ConsumerRecords.empty();
    }

    private void begin(Collection<TopicPartition> partitions) {
        consumer.beginningOffsets(partitions).forEach((partition, first) -> {
            consumer.seek(partition, first);
            if (first > 0) {
                LOG.warn("{} is read from offset {}: {}", partition, first, NO_OFFSET);
            }
        });
    }

    private void skip(OffsetOutOfRangeException lost) {
        Map<TopicPartition, Long> positions = lost.offsetOutOfRangePartitions();
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(positions.keySet());
        Map<TopicPartition, Long> ends = consumer.endOffsets(positions.keySet());
        positions.forEach((partition, position) -> {
            long first = beginnings.getOrDefault(partition, 0L);
            long next = Math.max(
                    first,
                    divergence(lost, partition, ends.getOrDefault(partition, 0L))
                            .orElse(first));
            if (first > position) {
                missed.report(partition.topic(), partition.partition(), position, first);
            } else {
                missed.reportUncounted(
                        partition.topic(),
                        partition.partition(),
                        position,
                        "the topic was recreated, or lost its end; continuing at " + next);
            }
            consumer.seek(partition, next);
            moved.accept(partition, next);
        });
    }

    private static final class Reporting extends KafkaConsumer<byte[], byte[]> {

        private final Resumption resumption;
        private final Receiver received;

        Reporting(Map<String, Object> settings, MissedRecords missed, Receiver received) {
            super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.received = received;
            resumption = new Resumption(this, super::poll, missed);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration patience) {
            ConsumerRecords<byte[], byte[]> records = resumption.poll(patience);
            received.receive(records);
            return records;
        }
    }

    /**
     * The first offset at which the log differs from the one that the consumer has read. Empty if
     * Kafka does not know it, or names the end of the log, as it does for a topic that was created
     * again: all records of a new topic must be read.
     */
    private static OptionalLong divergence(OffsetOutOfRangeException lost, TopicPartition partition, long end) {
        OffsetAndMetadata divergent = lost instanceof LogTruncationException cut
                ? cut.divergentOffsets().get(partition)
                : null;
        return divergent == null || divergent.offset() >= end
                ? OptionalLong.empty()
                : OptionalLong.of(divergent.offset());
    }
}
