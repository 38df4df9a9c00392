package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.gateway.testing.Identity;
import io.weir.relay.RelayService;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.KafkaDirectory;
import io.weir.standalone.embedded.KafkaNode;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From Weir's topics to a real Kafka that asks for TLS and a password. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // A relay runs until the end of its block.
class SecureKafkaSinkTest {
    private static final String OUT = "out";

    private final Path directory;
    private final RelayFarm farm;
    private final int plainPort = FreePorts.next();
    private final int securePort = FreePorts.next();
    private Identity identity;
    private KafkaNode other;

    SecureKafkaSinkTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new RelayFarm(directory);
    }

    @BeforeAll
    void startOther() throws Exception {
        identity = new Identity(directory, "server");
        Path place = directory.resolve("other");
        KafkaDirectory.format(place, EmbeddedBroker.NODE_ID, EmbeddedBroker.CONTROLLER);
        other = new KafkaNode(EmbeddedBroker.NODE_ID, settings(place, FreePorts.next()));
        other.start();
    }

    @AfterAll
    void stopServers() {
        farm.close();
        other.close();
    }

    @BeforeEach
    void createTopics(TestInfo test) throws Exception {
        farm.begin(test);
        RelayFarm.create(plain(), OUT + test.getTestMethod().orElseThrow().getName());
    }

    /** The settings of an embedded broker, with a further listener. */
    private Map<String, String> settings(Path place, int controllerPort) throws Exception {
        Map<String, String> settings = new HashMap<>(EmbeddedBroker.settings(place, plainPort, controllerPort));
        String secure = ",SECURE://" + EmbeddedBroker.HOST + ":" + securePort;
        settings.merge("listeners", secure, String::concat);
        settings.merge("advertised.listeners", secure, String::concat);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("sasl.enabled.mechanisms", "PLAIN");
        settings.put(
                "listener.name.secure.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_weir=\"secret\";");
        settings.put("listener.name.secure.ssl.keystore.type", "PEM");
        settings.put("listener.name.secure.ssl.keystore.certificate.chain", Files.readString(identity.certificate()));
        settings.put("listener.name.secure.ssl.keystore.key", Files.readString(identity.key()));
        return settings;
    }

    @Test
    void receivesOverTlsWithTheRightPassword() throws Exception {
        write();
        Path password = Files.writeString(directory.resolve("right"), "secret\n");
        String topic = OUT + "receivesOverTlsWithTheRightPassword";
        try (RelayService relay = farm.start(sink(topic, password, ca()), new SimpleMeterRegistry());
                TestTopics there = new TestTopics(plain())) {
            eventually("the line", () -> RelayFarm.received(there, topic, 0).size() == 1);
            assertThat(RelayFarm.received(there, topic, 0))
                    .extracting(Received::body)
                    .containsExactly("cpu v=1 1");
        }
    }

    @Test
    void aWrongPasswordIsReported() throws Exception {
        write();
        Path password = Files.writeString(directory.resolve("wrong"), "swordfish\n");
        String topic = OUT + "aWrongPasswordIsReported";
        try (RelayService relay = farm.started(sink(topic, password, ca()), new SimpleMeterRegistry())) {
            eventually("it says why", Duration.ofSeconds(60), () -> relay.health()
                    .detail()
                    .contains("Invalid username or password"));
            assertThat(relay.health().ready()).isFalse();
            assertThat(relay.health().detail()).doesNotContain("swordfish");
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsReported() throws Exception {
        write();
        Path password = Files.writeString(directory.resolve("secret"), "secret\n");
        String topic = OUT + "aCertificateOfAnotherAuthorityIsReported";
        try (RelayService relay =
                farm.started(sink(topic, password, "tls: {enabled: true}"), new SimpleMeterRegistry())) {
            eventually("it says why", Duration.ofSeconds(60), () -> relay.health()
                    .detail()
                    .contains("SSL handshake failed"));
            assertThat(relay.health().ready()).isFalse();
        }
    }

    private void write() {
        farm.write(0, List.of("cpu v=1 1"));
        farm.topics().flush();
    }

    private String plain() {
        return EmbeddedBroker.HOST + ":" + plainPort;
    }

    private String ca() {
        return "tls: {ca: '" + identity.certificate() + "'}";
    }

    private String sink(String topic, Path password, String tls) {
        return "there: {begin: oldest, kafka: {bootstrap: '" + EmbeddedBroker.HOST + ":" + securePort + "', topic: "
                + topic + ", user: weir, mechanism: plain, password-file: '" + password + "', " + tls + "}}";
    }
}
