package io.weir.gateway.publish;

import io.weir.contract.service.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The producer of a gateway: nothing doubled, nothing reordered, few large requests. */
public final class ProducerSettings {
    /** A few batches, compressed, make one request of this size for a partition. */
    private static final int BATCH_BYTES = 256 << 10;

    private static final long BUFFER_BYTES = 64L << 20;
    /** How long a send waits for metadata, in vain perhaps while other partitions have theirs. It is tried again. */
    private static final int BLOCK_MILLIS = 5;
    /** What is asked of topics that are seldom written to is still known after an outage of a day. */
    private static final long METADATA_IDLE_MILLIS = 86_400_000;

    private ProducerSettings() {}

    /** What the operator says of Kafka clients in general is kept; what a gateway's promises rest on is not theirs to change. */
    public static Map<String, Object> of(KafkaSettings kafka, String gatewayId, String compression) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.putAll(kafka.clientProperties());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "weir-gateway-" + gatewayId);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        // With more in flight, a partition whose leader is not up yet may refuse the first request and take the second;
        // the first was then seen to stay out of sequence for good (Kafka 4.3.1).
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_IDLE_MILLIS);
        // Nothing expires (for 24 days): what is behind it would overtake it, and there is no better place for it.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        return settings;
    }
}
