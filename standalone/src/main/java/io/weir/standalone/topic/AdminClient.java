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

    /**
     * Connects. A request without an answer fails after 20 s, or after the time in the settings.
     * Kafka's default is a minute.
     */
    public static Admin open(KafkaSettings kafka) {
        return Admin.create(properties(kafka));
    }

    static Map<String, Object> properties(KafkaSettings kafka) {
        Map<String, Object> settings = kafka.clientProperties();
        // Kafka refuses a limit of all attempts that is shorter than that of one.
        Object ofOne = settings.getOrDefault(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ofOne);
        settings.putIfAbsent(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                settings.get(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG));
        return settings;
    }
}
