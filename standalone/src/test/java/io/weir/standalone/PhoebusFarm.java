package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.phoebus.PhoebusConfig;
import io.weir.phoebus.PhoebusService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A broker with alarming and the bridge to Phoebus; each test starts the services that it needs.
 */
final class PhoebusFarm implements AutoCloseable {

    static final Topics TOPICS = new Topics("");
    static final String NAME = "Farm";

    final EmbeddedBroker broker;
    final TestTopics topics;
    private final Path directory;
    private final KafkaSettings kafka;

    PhoebusFarm(Path directory) {
        this.directory = directory;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
    }

    AlarmingService startedAlarming() {
        try {
            Path file = Files.writeString(directory.resolve("rules.yaml"), "version: 1\n");
            AlarmingService alarming = new AlarmingService(
                    AlarmingConfig.defaults().withStateDirectory(directory.resolve("state")),
                    Rules.fixed(RuleLoader.load(file)),
                    kafka,
                    new SimpleMeterRegistry());
            alarming.start();
            eventually("alarming runs", () -> alarming.health().ready());
            return alarming;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Clients have the time zone of this machine. */
    PhoebusService startedBridge(Duration idle) {
        PhoebusConfig config = new PhoebusConfig(Optional.empty(), NAME, ZoneId.systemDefault(), idle);
        PhoebusService bridge = new PhoebusService(config, true, kafka, new SimpleMeterRegistry());
        bridge.start();
        return bridge;
    }

    /** A condition as the first stage of alarming writes it; the tag is the last part of the id. */
    void condition(String id, String severity) {
        String rule = id.contains("/") ? id.substring(0, id.indexOf('/')) : id;
        String host = id.substring(id.lastIndexOf('/') + 1).replace("\\", "\\\\");
        String json =
                "{\"id\":\"%s\",\"rule\":\"%s\",\"ruleVersion\":\"v\",\"series\":\"cpu,hostname=%s\",\"severity\":\"%s\","
                                .formatted(id.replace("\\", "\\\\"), rule, host, severity)
                        + "\"value\":97.3,\"threshold\":95.0,\"message\":\"hot\",\"guidance\":\"\",\"tags\":{\"hostname\":\"%s\"},"
                                .formatted(host)
                        + "\"eventTime\":\"%s\",\"latch\":false,\"source\":null}".formatted(Instant.now());
        topics.send(new ProducerRecord<>(TOPICS.conditions(), 0, id.getBytes(UTF_8), json.getBytes(UTF_8)));
    }

    @Override
    public void close() {
        topics.close();
        broker.close();
    }
}
