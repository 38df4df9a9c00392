package io.weir.standalone.image;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.MountableFile;

/**
 * Containers of the image with a Kafka in another: every line that the gateway accepts is counted,
 * and an alarm is raised.
 */
class ImageFlowTest {
    private static final String KAFKA =
            Optional.ofNullable(System.getenv("KAFKA_IMAGE")).orElse("apache/kafka:" + AppInfoParser.getVersion());
    private static final Map<String, String> SERVICE = Map.of("WEIR_KAFKA_BOOTSTRAP", "kafka:9092");
    private static final Duration COMMAND_WITHIN = Duration.ofSeconds(90);

    private final List<GenericContainer<?>> started = new ArrayList<>();

    @BeforeAll
    static void needsTheImage() {
        WeirImage.require();
    }

    @Test
    void metricsBecomeAnAlarm() {
        try (Network network = Network.newNetwork()) {
            try {
                start(network, kafka());
                start(network, WeirImage.service("gateway", 9400, SERVICE));
                start(network, WeirImage.service("processing", 9401, SERVICE));
                start(network, WeirImage.service("alarming", 9402, SERVICE));

                MountableFile rules = MountableFile.forHostPath(Path.of("..", "docs/examples/rules.yaml"));
                // Kafka has the topics only when all services are ready, so this may take several
                // attempts.
                eventually(
                        "the rules are published",
                        COMMAND_WITHIN,
                        () -> isZero(
                                network,
                                WeirImage.command("rules", "apply", "/rules.yaml")
                                        .withEnv(SERVICE)
                                        .withCopyFileToContainer(rules, "/rules.yaml")));

                String account = output(
                        network,
                        WeirImage.command(
                                        "send",
                                        "--to=gateway:8089",
                                        "--rate=100",
                                        "/lines.txt",
                                        "--meters=http://gateway:9400,http://processing:9401")
                                .withCopyToContainer(Transferable.of(lines()), "/lines.txt"));
                assertThat(account).contains("100 ");

                eventually("an alarm is raised", COMMAND_WITHIN, () -> output(
                                network,
                                WeirImage.command("tap", "events", "--until-now")
                                        .withEnv(SERVICE))
                        .contains("cpu-high/TPC/flp1"));
            } finally {
                started.forEach(GenericContainer::stop);
            }
        }
    }

    private static String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            lines.append("cpu,hostname=flp1,detector=TPC value=97.").append(i).append('\n');
        }
        return lines.toString();
    }

    private void start(Network network, GenericContainer<?> container) {
        started.add(container);
        try {
            container.withNetwork(network).start();
        } catch (ContainerFetchException e) {
            Assumptions.abort("Docker has no image " + KAFKA + ", nor gets it: name another in KAFKA_IMAGE");
        }
    }

    /** The output of a command that must succeed. */
    private static String output(Network network, GenericContainer<?> command) {
        try (command) {
            command.withNetwork(network).start();
            return command.getLogs();
        }
    }

    private static boolean isZero(Network network, GenericContainer<?> command) {
        try {
            output(network, command);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** One broker, which is its own controller. */
    private static GenericContainer<?> kafka() {
        return new GenericContainer<>(KAFKA)
                .withNetworkAliases("kafka")
                .withEnv(Map.ofEntries(
                        Map.entry("CLUSTER_ID", "5L6g3nShT-eMCtK--X86sw"),
                        Map.entry("KAFKA_NODE_ID", "1"),
                        Map.entry("KAFKA_PROCESS_ROLES", "broker,controller"),
                        Map.entry("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093"),
                        Map.entry("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"),
                        Map.entry("KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093"),
                        Map.entry("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://kafka:9092"),
                        Map.entry("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                        Map.entry("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"),
                        Map.entry("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "1"),
                        Map.entry("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "1"),
                        Map.entry("KAFKA_LOG_DIRS", "/tmp/kafka")));
    }
}
