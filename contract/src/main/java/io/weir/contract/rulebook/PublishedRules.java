package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The state of {@code weir.rules} for a publisher. Each call reads on to the end of the topic. Not
 * thread-safe.
 */
final class PublishedRules {
    private static final Duration POLL = Duration.ofMillis(100);

    private final TopicPartition partition;
    private final Set<String> tables = new HashSet<>();
    private Optional<String> active = Optional.empty();
    private boolean isUnderWay;
    private long next;

    PublishedRules(String topic) {
        this.partition = new TopicPartition(topic, 0);
    }

    /** @throws org.apache.kafka.common.KafkaException if it cannot be read within this time */
    void readToEnd(Consumer<byte[], byte[]> consumer, Duration within) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        consumer.assign(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        if (end < next) {
            forget(); // The topic was recreated.
        }
        consumer.seek(partition, next);
        while (next < end) {
            if (System.nanoTime() > deadlineNanos) {
                throw new TimeoutException("topic " + partition.topic() + " could not be read in time");
            }
            consumer.poll(POLL).forEach(this::receive);
            next = consumer.position(partition);
        }
    }

    private void receive(ConsumerRecord<byte[], byte[]> record) {
        String key = RuleKeys.text(record.key());
        if (key.equals(RuleKeys.ACTIVE) && record.value() != null) {
            active = Optional.of(new String(record.value(), UTF_8));
        } else if (key.equals(RuleKeys.PUBLISHING)) {
            isUnderWay = record.value() != null;
        } else if (RuleKeys.isTable(key) && record.value() != null) {
            tables.add(key);
        }
    }

    private void forget() {
        tables.clear();
        active = Optional.empty();
        isUnderWay = false;
        next = 0;
    }

    /**
     * The version that every partition of {@code metrics.raw} received last, or empty
     * or if it is unknown.
     */
    Optional<String> active() {
        return isUnderWay ? Optional.empty() : active;
    }

    boolean hasTable(String key) {
        return tables.contains(key);
    }
}
