package io.weir.contract.streams;

import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The Kafka clients of Kafka Streams. Streams continues silently if Kafka deleted the next records
 * of a task; the consumer reports the gap first ({@link Resumption}), and the task compares it with
 * its state. The consumer also adds {@link LeaderEpochs}, which no setting can remove. Streams may
 * also continue after Kafka refused output of a task; the producer ends the thread then
 * ({@link FailFastProducer}).
 */
final class StreamsClients extends DefaultKafkaClientSupplier {

    private final MissedRecords missed;

    StreamsClients(MissedRecords missed) {
        this.missed = missed;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return Resumption.consumer(config, missed, new LeaderEpochs()::addTo);
    }

    /** In a transaction the producer itself refuses to commit after a failure. */
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)
                ? super.getProducer(config)
                : new FailFastProducer(config);
    }
}
