package io.weir.gateway.publish;

import io.weir.contract.service.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Producer settings of a gateway: a producer writes each record once and in order, in few large requests. */
public final class ProducerSettings {
    /** A few compressed batches form one request of this size for a partition. */
    private static final int BATCH_BYTES = 256 << 10;

    private static final long BUFFER_BYTES = 64L << 20;
    /**
     * How long a send may block for metadata. The topic may be unknown while other partitions are
     * available. The gateway retries.
     */
    private static final int BLOCK_MILLIS = 5;
    /** Metadata of rarely written topics remains known through an outage of a day. */
    private static final long METADATA_IDLE_MILLIS = 86_400_000;

    private ProducerSettings() {}

    /**
     * Keeps the operator's general client settings, but overrides those on which the guarantees of
     * a gateway depend.
     */
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
        // With more requests in flight, a partition whose leader is not up yet may reject the first
        // request and accept the second. The first then stayed out of sequence permanently
        // (observed with Kafka 4.3.1).
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_IDLE_MILLIS);
        // No record expires (for 24 days). The gateway would only send an expired record again, and
        // later records could overtake it.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        return settings;
    }
}
