package io.weir.standalone.topic;

import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Kafka's client for the administration of topics, rights and groups, with the patience of a person. */
public final class AdminClient {
    private static final int ANSWER_WITHIN_MILLIS = (int) Duration.ofSeconds(20).toMillis();

    private AdminClient() {}

    /** Connects; each request fails after 20 s without an answer, Kafka's default is a minute. */
    public static Admin open(KafkaSettings kafka) {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return Admin.create(settings);
    }
}
