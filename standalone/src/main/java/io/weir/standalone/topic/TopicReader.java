package io.weir.standalone.topic;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads the committed records of all partitions of a topic. It joins no consumer group, so it
 * leaves no trace. Used by one thread.
 *
 * <p>Every method throws {@link StartException} if Kafka does not answer.
 */
public final class TopicReader implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
    /** After this time, the user is shown why the command waits. */
    private static final Duration SILENT_FOR = Duration.ofSeconds(2);

    private static final Duration LOOK_FOR = Duration.ofMillis(100);

    private final String bootstrap;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;

    private TopicReader(String bootstrap, KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        this.bootstrap = bootstrap;
        this.consumer = consumer;
        this.partitions = partitions;
    }

    /**
     * Opens a topic. Seek before the first read.
     *
     * @throws StartException if the topic does not exist; the message suggests an existing one
     */
    public static TopicReader open(KafkaSettings kafka, String topic) {
        return answered(kafka.bootstrap(), () -> {
            KafkaConsumer<byte[], byte[]> consumer =
                    ConsumerSettings.follower(kafka).committedOnly().open();
            try {
                Map<String, List<PartitionInfo>> topics = topics(consumer, kafka.bootstrap());
                List<TopicPartition> partitions = topics.getOrDefault(topic, List.of()).stream()
                        .map(partition -> new TopicPartition(topic, partition.partition()))
                        .toList();
                if (partitions.isEmpty()) {
                    throw TopicName.missing(topic, kafka.topics(), topics.keySet());
                }
                consumer.assign(partitions);
                return new TopicReader(kafka.bootstrap(), consumer, partitions);
            } catch (RuntimeException e) {
                consumer.close();
                throw e;
            }
        });
    }

    private static Map<String, List<PartitionInfo>> topics(KafkaConsumer<byte[], byte[]> consumer, String bootstrap) {
        try {
            return consumer.listTopics(SILENT_FOR);
        } catch (TimeoutException e) {
            System.err.println("waiting for Kafka at " + bootstrap + ", at most " + ANSWER_WITHIN.toSeconds() + " s");
            return consumer.listTopics(ANSWER_WITHIN.minus(SILENT_FOR));
        }
    }

    /** Moves to the oldest record of the topic. */
    public void seekToBeginning() {
        consumer.seekToBeginning(partitions);
    }

    /** Moves to the oldest record with this timestamp or a later one. */
    public void seekTo(Instant time) {
        seekToEnd();
        answered(bootstrap, () -> {
            Map<TopicPartition, Long> wanted = new HashMap<>();
            partitions.forEach(partition -> wanted.put(partition, Math.max(0, time.toEpochMilli())));
            consumer.offsetsForTimes(wanted, ANSWER_WITHIN).forEach((partition, found) -> {
                if (found != null) {
                    consumer.seek(partition, found.offset());
                }
            });
            return true;
        });
    }

    /** Moves to the end: the next poll returns only records written after this call. */
    public void seekToEnd() {
        answered(bootstrap, () -> {
            consumer.seekToEnd(partitions);
            // A seek is lazy: asking for the positions fixes them.
            partitions.forEach(partition -> consumer.position(partition, ANSWER_WITHIN));
            return true;
        });
    }

    /** Passes on new records; waits for them at most 0.1 s. */
    public void poll(Consumer<ConsumerRecord<byte[], byte[]>> to) {
        answered(bootstrap, () -> {
            consumer.poll(LOOK_FOR).forEach(to);
            return true;
        });
    }

    /** Passes on all records up to the current end of the topic. */
    public void readToEnd(Consumer<ConsumerRecord<byte[], byte[]>> to) {
        Map<TopicPartition, Long> ends = answered(bootstrap, () -> consumer.endOffsets(partitions, ANSWER_WITHIN));
        Map<TopicPartition, Long> open = new HashMap<>(ends);
        long deadlineNanos = System.nanoTime() + ANSWER_WITHIN.toNanos();
        while (isOpen(open)) {
            long before = positions();
            poll(to);
            if (positions() > before) {
                deadlineNanos = System.nanoTime() + ANSWER_WITHIN.toNanos();
            } else if (System.nanoTime() > deadlineNanos) {
                throw noAnswer(bootstrap);
            }
        }
    }

    private boolean isOpen(Map<TopicPartition, Long> ends) {
        return answered(bootstrap, () -> {
            ends.entrySet().removeIf(end -> consumer.position(end.getKey(), ANSWER_WITHIN) >= end.getValue());
            return !ends.isEmpty();
        });
    }

    private long positions() {
        return answered(bootstrap, () -> partitions.stream()
                .mapToLong(partition -> consumer.position(partition, ANSWER_WITHIN))
                .sum());
    }

    @Override
    public void close() {
        consumer.close();
    }

    private static <T> T answered(String bootstrap, Supplier<T> ask) {
        try {
            return ask.get();
        } catch (TimeoutException e) {
            throw noAnswer(bootstrap);
        } catch (KafkaException e) {
            throw new StartException(
                    "Kafka at " + bootstrap + ": " + KafkaFailure.reason(e)
                            + "; name another Kafka with --bootstrap HOST:PORT",
                    e);
        }
    }

    private static StartException noAnswer(String bootstrap) {
        return new StartException("no Kafka answers at " + bootstrap
                + ": start it (weir up), or name another with --bootstrap HOST:PORT");
    }
}
