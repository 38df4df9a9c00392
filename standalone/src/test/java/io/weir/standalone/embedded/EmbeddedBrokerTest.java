package io.weir.standalone.embedded;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.TopicMismatchException;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {

    private static final Topics TOPICS = new Topics("");

    private final Path directory;

    EmbeddedBrokerTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void createsTheDeclaredTopicsThoughSeveralServicesDoSoAtOnce() throws Exception {
        List<TopicDeclaration> declared = TOPICS.declarations(3, (short) 1);
        ExecutorService services = Executors.newFixedThreadPool(4);
        try (EmbeddedBroker broker = start();
                Admin admin = admin(broker)) {
            List<Future<?>> ensured = new ArrayList<>();
            for (int service = 0; service < 4; service++) {
                ensured.add(services.submit(() -> TopicCreator.ensure(admin, declared)));
            }
            for (Future<?> each : ensured) {
                each.get();
            }

            TopicCreator.ensure(admin, declared);

            assertThat(admin.listTopics().names().get())
                    .containsExactlyInAnyOrderElementsOf(
                            declared.stream().map(TopicDeclaration::name).collect(Collectors.toSet()));
            assertThat(partitions(admin, TOPICS.raw())).isEqualTo(3);
            assertThat(partitions(admin, TOPICS.state())).isEqualTo(1);
            assertThat(config(admin, TOPICS.state(), "cleanup.policy")).isEqualTo("compact");
            assertThat(config(admin, TOPICS.raw(), "message.timestamp.after.max.ms"))
                    .isEqualTo(Long.toString(Long.MAX_VALUE));
        } finally {
            services.shutdownNow();
        }
    }

    @Test
    void refusesTopicsWithAnotherPartitionCount() throws Exception {
        try (EmbeddedBroker broker = start();
                Admin admin = admin(broker)) {
            TopicCreator.ensure(admin, TOPICS.declarations(2, (short) 1));

            assertThatThrownBy(() -> TopicCreator.ensure(admin, TOPICS.declarations(5, (short) 1)))
                    .isInstanceOf(TopicMismatchException.class)
                    .hasMessageContaining(
                            "topic metrics.raw has 2 partitions, but 5 are configured: set kafka.partitions to 2")
                    .hasMessageContaining("topic metrics.live has 2 partitions");
            assertThat(partitions(admin, TOPICS.raw())).isEqualTo(2);
        }
    }

    @Test
    void aServiceIsNotLiveWithAnotherPartitionCount() {
        try (EmbeddedBroker broker = start();
                Admin admin = admin(broker)) {
            TopicCreator.ensure(admin, TOPICS.declarations(2, (short) 1));
            KafkaSettings settings = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 5, (short) 1);
            AtomicBoolean isStarted = new AtomicBoolean();
            try (TopicsWait service = new TopicsWait("processing", settings, () -> isStarted.set(true))) {
                service.start();

                eventually("it is not live", () -> !service.health().live());
                assertThat(service.health().detail()).contains("set kafka.partitions to 2");
            }
            assertThat(isStarted).isFalse();
        }
    }

    @Test
    void keepsRecordsAndClusterIdOverARestart() throws Exception {
        String cluster;
        byte[] value = "cpu value=1 1".getBytes(UTF_8);
        // From 1970 and from after 2100, because a gateway's clock may be wrong by any amount.
        long[] stamps = {0, 5_000_000_000_000L};
        try (EmbeddedBroker broker = start();
                Admin admin = admin(broker);
                TestTopics topics = new TestTopics(broker)) {
            TopicCreator.ensure(admin, TOPICS.declarations(1, (short) 1));
            cluster = admin.describeCluster().clusterId().get();
            for (long stamp : stamps) {
                topics.send(new ProducerRecord<>(TOPICS.raw(), 0, stamp, null, value));
            }
        }

        try (EmbeddedBroker broker = start();
                Admin admin = admin(broker);
                TestTopics topics = new TestTopics(broker)) {
            assertThat(admin.describeCluster().clusterId().get()).isEqualTo(cluster);
            assertThat(topics.read(TOPICS.raw(), stamps.length))
                    .allSatisfy(record -> assertThat(record.value()).isEqualTo(value));
        }
    }

    @Test
    void namesAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> EmbeddedBroker.start(directory, port, FreePorts.next()))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("port " + port + "/tcp on 127.0.0.1, for Kafka, is taken")
                    .hasMessageContaining("--kafka-port");
        }
    }

    private EmbeddedBroker start() {
        return EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    private static int partitions(Admin admin, String topic) throws Exception {
        return requireNonNull(
                        admin.describeTopics(Set.of(topic)).topicNameValues().get(topic))
                .get()
                .partitions()
                .size();
    }

    private static String config(Admin admin, String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return requireNonNull(admin.describeConfigs(Set.of(resource)).values().get(resource))
                .get()
                .get(name)
                .value();
    }
}
