package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.MosquittoServer;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway that consumes from a real mosquitto, and this mosquitto, are killed at random moments.
 * Messages with even numbers arrive by MQTT 5, with the time of their property; those with odd
 * numbers arrive by MQTT 3.1.1, and their lines have times.
 */
@Tag("long")
class MqttKillTest {
    private static final int MESSAGES = Integer.getInteger("weir.test.mqtt.messages", 8_000);
    private static final int KILLS = Integer.getInteger("weir.test.mqtt.kills", 4);
    private static final int PART = MESSAGES / KILLS;
    private static final long SECOND = 1_790_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;

    MqttKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void everyMessageArrivesWithOneTimestamp() throws Exception {
        System.out.println("MqttKillTest: repeat with -Dweir.test.seed=" + seed);
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                MosquittoServer mosquitto = MosquittoServer.start(directory.resolve("mosquitto"), FreePorts.next())) {
            Path settings = settings(broker, mosquitto);
            WeirProcess gateway = gateway(settings);
            try (ArrivedRecords arrived = new ArrivedRecords(broker.bootstrap())) {
                eventually("the gateway is subscribed", PATIENCE, () -> isSubscribed(mosquitto));
                for (int kill = 0; kill < KILLS; kill++) {
                    int done = kill * PART;
                    publish(mosquitto, done, done + PART / 2);
                    await(done + random.nextInt(PART / 2), arrived);
                    if (kill % 2 == 0) {
                        gateway.kill();
                        publish(mosquitto, done + PART / 2, done + PART);
                        gateway = gateway(settings);
                    } else {
                        publish(mosquitto, done + PART / 2, done + PART);
                        mosquitto.saveAndKill();
                        long before = shared(mosquitto);
                        mosquitto.restart();
                        // mosquitto 2.0.11 forgets shared subscriptions, until they are resumed.
                        eventually("both have resumed", PATIENCE, () -> shared(mosquitto) == before + 2);
                    }
                    await(done + PART, arrived);
                }
                gateway.terminate();
                gateway.awaitExit();
                check(arrived.stamps());
                System.out.println("MqttKillTest: messages that arrived again: " + arrived.repeated());
            } finally {
                gateway.close();
            }
        }
    }

    private static long shared(MosquittoServer mosquitto) {
        return mosquitto.subscriptions("$share/weir/farm/+/new");
    }

    private static boolean isSubscribed(MosquittoServer mosquitto) {
        return shared(mosquitto) == 2 && mosquitto.subscriptions("farm/+/old") == 1;
    }

    private static void publish(MosquittoServer mosquitto, int from, int to) throws Exception {
        mosquitto.publishEach(
                "farm/h1/new",
                IntStream.range(from, to)
                        .filter(number -> number % 2 == 0)
                        .mapToObj(number -> "pilots Jobs=" + number + "i")
                        .toList(),
                "-V",
                "mqttv5",
                "-D",
                "publish",
                "user-property",
                "timestamp",
                Long.toString(SECOND));
        mosquitto.publishEach(
                "farm/h1/old",
                IntStream.range(from, to)
                        .filter(number -> number % 2 == 1)
                        .mapToObj(number -> "pilots Jobs=" + number + "i " + (SECOND * 1_000_000_000L + number))
                        .toList());
    }

    private void await(int count, ArrivedRecords arrived) {
        eventually(count + " have arrived; -Dweir.test.seed=" + seed, PATIENCE, () -> {
            arrived.read();
            return arrived.stamps().size() >= count;
        });
    }

    private static void check(Map<Integer, Long> arrived) {
        assertThat(arrived).hasSize(MESSAGES);
        long second = SECOND * 1_000_000_000L;
        arrived.forEach((number, stamp) -> {
            if (number % 2 == 1) {
                assertThat(stamp).isEqualTo(second + number);
            } else {
                assertThat(stamp).isBetween(second, second + 999_999_999);
            }
        });
    }

    private Path settings(EmbeddedBroker broker, MosquittoServer mosquitto) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                id: test
                kafka: {bootstrap: "%s", partitions: 4}
                meters: {port: 0}
                udp: {enabled: false}
                inputs:
                  - kind: mqtt
                    name: new
                    brokers: ["127.0.0.1:%d"]
                    topics: ["farm/{host}/new"]
                    share: weir
                    consumers: 2
                  - {kind: mqtt, name: old, version: 3.1.1, brokers: ["127.0.0.1:%d"], topics: ["farm/{host}/old"]}
                """.formatted(
                        broker.bootstrap(), mosquitto.port(), mosquitto.port()));
    }

    private WeirProcess gateway(Path settings) throws IOException {
        return WeirProcess.start(directory, Map.of(), "gateway", "--config", settings.toString());
    }
}
