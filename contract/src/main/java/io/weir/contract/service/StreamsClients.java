package io.weir.contract.service;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The Kafka clients of Kafka Streams. Streams continues silently if Kafka deleted the next records
 * of a task; the consumer reports the gap first ({@link Resumption}). Streams may also continue
 * after Kafka refused output of a task; the producer ends the thread then ({@link
 * FailFastProducer}).
 */
final class StreamsClients extends DefaultKafkaClientSupplier {

    private final MissedRecords missed;

    StreamsClients(MissedRecords missed) {
        this.missed = missed;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        Map<String, Object> settings = new HashMap<>(config);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return new ResumingConsumer(settings, missed);
    }

    /** In a transaction the producer itself refuses to commit after a failure. */
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)
                ? super.getProducer(config)
                : new FailFastProducer(config);
    }

    private static final class ResumingConsumer extends KafkaConsumer<byte[], byte[]> {

        private final Resumption resumption;

        ResumingConsumer(Map<String, Object> settings, MissedRecords missed) {
            super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            resumption = new Resumption(this, super::poll, missed);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration patience) {
            return resumption.poll(patience);
        }
    }
}
