package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topic {@code control.state} of a Kafka. Every method throws {@link StartException} if Kafka
 * does not answer or the topic does not exist.
 */
final class StateTopic {
    private static final int ANSWER_WITHIN_MILLIS = 10_000;

    private final KafkaSettings kafka;
    private final String topic;

    StateTopic(KafkaSettings kafka) {
        this.kafka = kafka;
        this.topic = kafka.topics().farmState();
    }

    /** The current farm state, as gateways interpret it. */
    FarmState read() {
        StateLog log = new StateLog();
        try (TopicReader reader = TopicReader.open(kafka, topic)) {
            reader.seekToBeginning();
            // Ignored records are not shown; gateways log the reason.
            reader.readToEnd(record -> {
                var unused = log.take(record.offset(), record.key(), record.value());
            });
        }
        return log.state();
    }

    /**
     * Writes values by name; an empty value unsets its name. Returns when Kafka has acknowledged
     * all.
     */
    void write(SortedMap<String, String> values) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            values.forEach((name, value) -> sent.add(producer.send(new ProducerRecord<>(
                    topic, 0, name.getBytes(UTF_8), value.isEmpty() ? null : value.getBytes(UTF_8)))));
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException | KafkaException e) {
            throw refused(KafkaFailure.reason(e));
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private StartException refused(String why) {
        return new StartException("the values may not be set: Kafka at " + kafka.bootstrap()
                + " does not answer or refuses (" + why + "); repeat the command, which does no harm");
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS / 2);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return settings;
    }
}
