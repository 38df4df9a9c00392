package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.SourceTopic;
import io.weir.standalone.TestTopics;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that reads lines from a topic is killed while it reads. */
@Tag("long")
class KafkaTopicsKillTest {
    private static final int RECORDS = 20_000;
    private static final int LINES_IN_EACH = 20;

    private final Path directory;

    KafkaTopicsKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void losesNothing() throws IOException {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker)) {
            SourceTopic farm = new SourceTopic(topics, "farm", 2);
            farm.create(broker.bootstrap());
            farm.send(RECORDS / 2, LINES_IN_EACH);
            for (int kills = 0; kills < 2; kills++) {
                int before = arrived(farm).size();
                try (WeirProcess gateway = gateway(broker)) {
                    eventually("the gateway takes lines", () -> arrived(farm).size() > before);
                    farm.send(RECORDS / 4, LINES_IN_EACH);
                    gateway.kill();
                }
            }
            try (WeirProcess gateway = gateway(broker)) {
                eventually("every line has arrived", () -> arrived(farm).size() == farm.sent());
                gateway.terminate();
            }
        }
    }

    /** The numbers that arrived, once or more often. */
    private static Set<Integer> arrived(SourceTopic farm) {
        Set<Integer> arrived = new HashSet<>();
        farm.arrived().values().forEach(arrived::addAll);
        assertThat(arrived).allMatch(number -> number < farm.sent());
        return arrived;
    }

    private WeirProcess gateway(EmbeddedBroker broker) throws IOException {
        return WeirProcess.start(
                directory,
                Map.of(
                        "WEIR_KAFKA_BOOTSTRAP", broker.bootstrap(),
                        "WEIR_GATEWAY_UDP_ENABLED", "false",
                        "WEIR_GATEWAY_KAFKA_TOPICS_ENABLED", "true",
                        "WEIR_GATEWAY_KAFKA_TOPICS_TOPICS", "farm",
                        "WEIR_METERS_PORT", "0"),
                "gateway");
    }
}
