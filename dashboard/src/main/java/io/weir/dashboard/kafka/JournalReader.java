package io.weir.dashboard.kafka;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.PartitionPosition;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.dashboard.journal.Journal;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Fills the journal from {@code alarms.events}, in its own thread: at the start with as many records
 * as the journal keeps, then continuously. So the journal survives restarts.
 */
public final class JournalReader implements AutoCloseable {
    private static final String THREAD = "weir-dashboard-journal";
    private static final Duration POLL = Duration.ofMillis(200);

    private final PartitionPosition position;
    private final Journal journal;
    private final TopicFollower follower;

    /**
     * Reads nothing before {@link #start}.
     *
     * @param missed reports transitions that Kafka deleted before they were read
     */
    public JournalReader(KafkaSettings kafka, Journal journal, MissedRecords missed) {
        this.position = new PartitionPosition(kafka.topics().events());
        this.journal = journal;
        ConsumerSettings settings = ConsumerSettings.follower(kafka)
                .committedOnly()
                .with(ConsumerConfig.CLIENT_ID_CONFIG, THREAD)
                .reporting(missed);
        this.follower = new TopicFollower(THREAD, kafka.topics().events(), POLL, settings, this::begin, this::take);
    }

    /** Returns immediately. Call once, when the topic exists. */
    public void start() {
        follower.start();
    }

    /** Ready once the journal is complete. */
    public Health health() {
        return follower.health();
    }

    @Override
    public void close() {
        follower.close();
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        if (position.begin(consumer, journal.most())) {
            journal.skipEarlier();
        }
    }

    private boolean take(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            event(record.value()).ifPresent(event -> journal.add(record.offset(), event));
        }
        boolean isAtEnd = position.advance(consumer);
        if (isAtEnd) {
            journal.complete();
        }
        return isAtEnd;
    }

    /** Ignores records that are not transitions; other readers of the topic count them. */
    static Optional<AlarmEvent> event(byte[] value) {
        try {
            return Optional.of(AlarmJson.readEvent(value));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
