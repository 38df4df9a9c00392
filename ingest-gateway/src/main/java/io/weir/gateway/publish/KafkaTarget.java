package io.weir.gateway.publish;

import io.weir.contract.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The Kafka destination of a gateway.
 *
 * @param partitions number of partitions of {@code metrics.raw}
 * @param producerSettings by their Kafka names, without serializers
 */
public record KafkaTarget(Topics topics, String gatewayId, int partitions, Map<String, Object> producerSettings) {

    /** Number of partitions, plus one for rejected lines. */
    int lanes() {
        return partitions + 1;
    }

    /** The topic of a lane. */
    String topic(int lane) {
        return lane == 0 ? topics.rejected() : topics.raw();
    }

    /**
     * Maximum number of unacknowledged bytes. A batch of the producer may be half empty, and each
     * partition has one open. A third of its memory always fits, so that sending never waits for
     * memory.
     */
    long bytesInFlight() {
        String name = ProducerConfig.BUFFER_MEMORY_CONFIG;
        Object memory = ConfigDef.parseType(name, producerSettings.get(name), ConfigDef.Type.LONG);
        return (Long) memory / 3;
    }
}
