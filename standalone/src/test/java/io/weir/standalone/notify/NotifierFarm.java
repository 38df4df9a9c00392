package io.weir.standalone.notify;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.TestInfo;

/**
 * A broker for all tests of a class, with separate topics for each test, and alarms to write to
 * them.
 */
final class NotifierFarm implements AutoCloseable {

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private KafkaSettings kafka = KafkaSettings.defaults();
    private AlarmRecords alarms;

    NotifierFarm(Path directory) {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        alarms = new AlarmRecords(topics, kafka.topics());
    }

    /** Creates the topics of a test. */
    void begin(TestInfo test) {
        Topics names = new Topics(test.getTestMethod().orElseThrow().getName() + ".");
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), names, 1, (short) 1);
        alarms = new AlarmRecords(topics, names);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    /** The settings for the test's topics. */
    KafkaSettings kafka() {
        return kafka;
    }

    /** Writes alarms to the test's topics. */
    AlarmRecords alarms() {
        return alarms;
    }

    /** The environment of a notifier in its own process. */
    Map<String, String> environment() {
        return Map.of(
                "WEIR_KAFKA_BOOTSTRAP",
                broker.bootstrap(),
                "WEIR_KAFKA_PREFIX",
                kafka.topics().prefix(),
                "WEIR_KAFKA_PARTITIONS",
                "1",
                "WEIR_METERS_PORT",
                "0");
    }

    @Override
    public void close() {
        topics.close();
        broker.close();
    }
}
