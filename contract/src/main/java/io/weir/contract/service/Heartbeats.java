package io.weir.contract.service;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** How often those who share topics in a consumer group tell Kafka that they are there, and when one that does not is given up. */
public final class Heartbeats {
    // The shortest a broker allows by default: after so long the others go on for one that was killed.
    private static final int SESSION_TIMEOUT_MILLIS = 6_000;
    // Of what others of its group did, such as to leave, a member learns by the answer to its next heartbeat.
    private static final int INTERVAL_MILLIS = 500;

    private Heartbeats() {}

    /** Settings of a consumer, by their Kafka names. */
    public static Map<String, Object> settings() {
        return Map.of(
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                SESSION_TIMEOUT_MILLIS,
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                INTERVAL_MILLIS);
    }
}
