package io.weir.processing;

import static org.apache.kafka.streams.StreamsConfig.consumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.producerPrefix;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.Rules;
import io.weir.contract.rulebook.StreamsService;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import io.weir.processing.meter.ProcessingMeters;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.network.Selectable;
import org.apache.kafka.streams.StreamsConfig;

/** Runs processing as a service. */
public final class ProcessingService extends StreamsService {
    private static final String NAME = "processing";

    private static final int MIB = 1024 * 1024;

    /**
     * Creates a service that starts and closes {@code rules}. Connects to nothing before
     * {@link #start}.
     */
    public ProcessingService(ProcessingConfig config, Rules rules, KafkaSettings kafka, MeterRegistry meters) {
        super(
                NAME,
                rules,
                new StreamsRunner(
                        NAME,
                        ProcessingTopology.build(
                                rules, kafka.topics(), kafka.partitions(), config, new ProcessingMeters(meters)),
                        properties(config, kafka),
                        config.stateDirectory(),
                        kafka,
                        meters));
    }

    private static Map<String, Object> properties(ProcessingConfig config, KafkaSettings kafka) {
        Map<String, Object> properties = new HashMap<>(throughput());
        properties.putAll(deliveryTimeouts());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, kafka.topics().prefix() + "weir-processing");
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbyReplicas());
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, config.commitInterval().toMillis());
        return properties;
    }

    /**
     * Prevents records from expiring in the producer (24 days), however long Kafka is unavailable.
     * If records of two tasks of one thread expire, Kafka Streams (4.3.1,
     * {@code RecordCollectorImpl}) reports only the first: that task returns to its committed
     * offset, and the record of the other task is lost.
     */
    private static Map<String, Object> deliveryTimeouts() {
        return Map.of(
                producerPrefix(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG),
                Integer.MAX_VALUE,
                producerPrefix(ProducerConfig.MAX_BLOCK_MS_CONFIG),
                (long) Integer.MAX_VALUE);
    }

    private static Map<String, Object> throughput() {
        return Map.of(
                // A record is a batch of up to thousands of lines, so few records are many metrics.
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                64,
                consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                256,
                // The system's own size lets the next records arrive while these are processed.
                // Kafka's default of 64 KiB is too small.
                consumerPrefix(ConsumerConfig.RECEIVE_BUFFER_CONFIG),
                Selectable.USE_DEFAULT_BUFFER_SIZE,
                producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
                5,
                // Well below Kafka's limit of 1 MiB, to leave room for data that compresses worse
                // than expected.
                producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG),
                512 * 1024,
                producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG),
                64 * MIB,
                producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG),
                "lz4");
    }
}
