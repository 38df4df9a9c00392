package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.aliecs.EcsMessages;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.Logged;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The state of the farm needs the rights on the page about security, and no more. */
@Tag("long")
class AliEcsRightsTest {
    private static final Topics TOPICS = new Topics("");
    private static final String USER = "weir-gateway";
    private static final String PASSWORD = "secret";
    private static final String EVENTS = "aliecs.env_state.RUNNING";

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.aliecs.FarmStateWriter");

    @Test
    void theInputWaitsForItsRightsAndNeedsNoOthers(@TempDir Path directory) throws Exception {
        Identity server = new Identity(directory, "kafka");
        try (SecuredBroker broker = new SecuredBroker(directory.resolve("kafka"), server, server);
                TestTopics records = new TestTopics(broker.open());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.open()))) {
            broker.addUsers(List.of(USER), PASSWORD);
            assertThat(Weir.commandLine().execute("acls", "gateway", "--apply", "--bootstrap=" + broker.open()))
                    .isZero();
            admin.createTopics(List.of(new NewTopic(EVENTS, 1, (short) 1)))
                    .all()
                    .get();
            long millis = System.currentTimeMillis();
            records.send(
                    EVENTS,
                    EcsMessages.notification(
                            millis, EcsMessages.info("a", 7, "PHYSICS", "RUNNING", List.of("ITS"), millis)));
            grant(admin, AclOperation.READ, ResourceType.TOPIC, EVENTS, PatternType.LITERAL);
            try (GatewayService gateway = started(broker.passwords())) {
                eventually(
                        "the line is acknowledged",
                        () -> gateway.counts("aliecs").acknowledged.sum() == 1);
                eventually(
                        "the missing right is logged", () -> !logged.messages().isEmpty());
                assertThat(logged.messages().get(0))
                        .contains("it needs the rights to write topic control.state and transactional id"
                                + " weir-gateway-aliecs-state");
                assertThat(records.readNow(TOPICS.farmState())).isEmpty();

                grant(admin, AclOperation.WRITE, ResourceType.TOPIC, TOPICS.farmState(), PatternType.LITERAL);
                grant(admin, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, "weir-gateway-", PatternType.PREFIXED);

                eventually("the run is set", () -> records.readNow(TOPICS.farmState()).stream()
                        .anyMatch(record -> record.key() != null && "run".equals(new String(record.key(), UTF_8))));
                assertThat(gateway.health().live()).isTrue();
            }
        }
    }

    private static void grant(Admin admin, AclOperation operation, ResourceType type, String name, PatternType pattern)
            throws Exception {
        admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(type, name, pattern),
                        new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW))))
                .all()
                .get();
    }

    private static GatewayService started(String bootstrap) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: one, spool: {bytes: 0}, udp: {enabled: false}, aliecs: {enabled: true, topics: [" + EVENTS
                                + "], state: {}}}")
                .read(GatewayConfig::read);
        Map<String, String> login = Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "SCRAM-SHA-512",
                "sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + USER
                                + "\" password=\"" + PASSWORD + "\";");
        GatewayService gateway = new GatewayService(
                config,
                new KafkaSettings(
                        bootstrap, login, TOPICS, KafkaSettings.defaults().partitions(), (short) 1),
                new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }
}
