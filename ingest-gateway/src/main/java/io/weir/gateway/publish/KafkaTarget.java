package io.weir.gateway.publish;

import io.weir.contract.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Where the lines of a gateway go.
 *
 * @param partitions of the topic of the lines
 * @param producerSettings by their Kafka names; serializers apart
 */
public record KafkaTarget(Topics topics, String gatewayId, int partitions, Map<String, Object> producerSettings) {

    /** As many as there are partitions, and one for the rejected. */
    int lanes() {
        return partitions + 1;
    }

    /** The name of the topic that a lane belongs to. */
    String topic(int lane) {
        return lane == 0 ? topics.rejected() : topics.raw();
    }

    /**
     * Bytes that may be sent and not acknowledged. A batch of the producer may be half empty, and each partition has one open: a third
     * of its memory always has a place, so that sending never waits for memory.
     */
    long bytesInFlight() {
        String name = ProducerConfig.BUFFER_MEMORY_CONFIG;
        Object memory = ConfigDef.parseType(name, producerSettings.get(name), ConfigDef.Type.LONG);
        return (Long) memory / 3;
    }
}
