package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes some names in {@code control.state}. Opening a target makes Kafka refuse all earlier targets
 * with the same id, so a gateway that was suspended cannot write outdated values. Belongs to one
 * thread.
 */
final class StateTarget implements AutoCloseable {
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    /** After a kill within a write, readers of the topic wait for so long. */
    private static final int TRANSACTION_MILLIS = 10_000;

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final KafkaSettings kafka;
    private final TopicPartition partition;
    private final KafkaProducer<byte[], byte[]> producer;

    /**
     * The names that are set, with their values.
     *
     * @param sinceNanos when a name was set or unset last
     */
    record Values(SortedMap<String, String> byName, long sinceNanos) {}

    private StateTarget(KafkaSettings kafka, String id) {
        this.kafka = kafka;
        this.partition = new TopicPartition(kafka.topics().farmState(), 0);
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, id);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS / 2);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Takes the names over from other targets with this id. */
    static StateTarget open(KafkaSettings kafka, String id) {
        StateTarget target = new StateTarget(kafka, id);
        try {
            target.producer.initTransactions();
            return target;
        } catch (RuntimeException e) {
            target.close();
            throw e;
        }
    }

    /** The current values of these names. */
    Values read(Set<String> names) {
        StateLog log = new StateLog();
        try (KafkaConsumer<byte[], byte[]> consumer =
                ConsumerSettings.follower(kafka).committedOnly().open()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long untilNanos = System.nanoTime()
                    + Duration.ofMillis(2L * ANSWER_WITHIN_MILLIS).toNanos();
            while (consumer.position(partition) < end) {
                if (System.nanoTime() - untilNanos > 0) {
                    throw new TimeoutException(partition + " cannot be read");
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    var unused = log.take(record.offset(), record.timestamp(), record.key(), record.value());
                }
            }
        }
        return of(log.state(), names);
    }

    private static Values of(FarmState state, Set<String> names) {
        SortedMap<String, String> values = new TreeMap<>(state.values());
        values.keySet().retainAll(names);
        long millis = names.stream()
                .mapToLong(name -> state.at(name).sinceMillis())
                .max()
                .orElse(0);
        return new Values(values, EcsEvent.nanosOf(millis));
    }

    /** Sets and unsets names; readers see all changes or none. Returns when Kafka has acknowledged them. */
    @SuppressWarnings("FutureReturnValueIgnored") // The commit fails if a record does.
    void write(SortedMap<String, String> before, SortedMap<String, String> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        producer.beginTransaction();
        for (String name : names) {
            String value = now.get(name);
            if (!Objects.equals(value, before.get(name))) {
                producer.send(new ProducerRecord<>(
                        partition.topic(),
                        partition.partition(),
                        name.getBytes(UTF_8),
                        value == null ? null : value.getBytes(UTF_8)));
            }
        }
        producer.commitTransaction();
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
