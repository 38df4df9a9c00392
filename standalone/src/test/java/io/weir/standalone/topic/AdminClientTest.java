package io.weir.standalone.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminClientTest {
    private static final String OF_ALL = "default.api.timeout.ms";
    private static final String OF_ONE = "request.timeout.ms";

    /** Kafka's client starts with each of them. */
    @ParameterizedTest
    @CsvSource({
        "client.rack, r1, 20000, 20000",
        "default.api.timeout.ms, 5000, 5000, 5000",
        "request.timeout.ms, 50000, 50000, 50000",
        "request.timeout.ms, 5000, 5000, 5000"
    })
    void theLimitsInTheSettingsCount(String name, String value, String ofAll, String ofOne) {
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:1", Map.of(name, value), new Topics(""), 1, (short) 1);

        Map<String, Object> properties = AdminClient.properties(kafka);

        assertThat(properties.get(OF_ALL)).hasToString(ofAll);
        assertThat(properties.get(OF_ONE)).hasToString(ofOne);
        Admin.create(properties).close();
    }
}
