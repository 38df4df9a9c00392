package io.weir.contract.service;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** The heartbeat interval and session timeout of consumer groups. */
public final class Heartbeats {
    // The shortest session that a broker allows by default: after this time, other members take
    // over from a killed one.
    private static final int SESSION_TIMEOUT_MILLIS = 6_000;
    // A member learns of changes in its group, such as a leaving member, from the answer to its
    // next heartbeat.
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
