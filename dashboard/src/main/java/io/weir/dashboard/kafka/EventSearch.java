package io.weir.dashboard.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.dashboard.live.AlarmHistory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Searches {@code alarms.events} for the transitions of one alarm, backwards from the end and in
 * pieces, until there are enough or a limit is reached. Keeps no state between searches.
 */
public final class EventSearch implements AlarmHistory {
    private static final int MOST = 50;
    private static final int PIECE = 5_000;
    private static final int FAR = 200_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long WITHIN_NANOS = Duration.ofSeconds(5).toNanos();

    private final TopicPartition events;
    private final ConsumerSettings settings;

    /** Connects to nothing before a search. */
    public EventSearch(KafkaSettings kafka) {
        this.events = new TopicPartition(kafka.topics().events(), 0);
        this.settings = ConsumerSettings.follower(kafka)
                .committedOnly()
                .with(ConsumerConfig.CLIENT_ID_CONFIG, "weir-dashboard-history")
                .with(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
    }

    @Override
    public Transitions of(String alarm) throws IOException {
        byte[] key = alarm.getBytes(UTF_8);
        long deadlineNanos = System.nanoTime() + WITHIN_NANOS;
        try (KafkaConsumer<byte[], byte[]> consumer = settings.open()) {
            consumer.assign(List.of(events));
            long begin = consumer.beginningOffsets(List.of(events)).getOrDefault(events, 0L);
            long to = consumer.endOffsets(List.of(events)).getOrDefault(events, 0L);
            long floor = Math.max(begin, to - FAR);
            List<AlarmEvent> found = new ArrayList<>();
            while (to > floor && found.size() < MOST && System.nanoTime() < deadlineNanos) {
                long from = Math.max(floor, to - PIECE);
                consumer.seek(events, from);
                List<AlarmEvent> piece = piece(consumer, to, key, deadlineNanos);
                for (int i = piece.size() - 1; i >= 0 && found.size() < MOST; i--) {
                    found.add(piece.get(i));
                }
                to = from;
            }
            boolean isInTime = System.nanoTime() < deadlineNanos;
            return new Transitions(found, to > begin || found.size() == MOST || !isInTime);
        } catch (KafkaException e) {
            throw new IOException("cannot read the history of the alarm from Kafka: " + e.getMessage(), e);
        }
    }

    /** The alarm's transitions from the consumer's position up to an offset. */
    private List<AlarmEvent> piece(KafkaConsumer<byte[], byte[]> consumer, long to, byte[] key, long deadlineNanos) {
        List<AlarmEvent> piece = new ArrayList<>();
        while (consumer.position(events) < to && System.nanoTime() < deadlineNanos) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < to && Arrays.equals(record.key(), key)) {
                    JournalReader.event(record.value()).ifPresent(piece::add);
                }
            }
        }
        return piece;
    }
}
