package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.RabbitMqServer;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway that consumes from a real RabbitMQ, and this RabbitMQ, are killed at random moments. Two
 * protocols share a queue, so that either may redeliver what the other one did not acknowledge.
 */
@Tag("long")
class AmqpKillTest {
    private static final int RECORDS = Integer.getInteger("weir.test.amqp.records", 40_000);
    private static final int KILLS = Integer.getInteger("weir.test.amqp.kills", 4);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final int stompPort = FreePorts.next();
    private final Path directory;

    AmqpKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void everyRecordArrivesWithOneTimestamp() throws Exception {
        System.out.println("AmqpKillTest: repeat with -Dweir.test.seed=" + seed);
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                RabbitMqServer rabbit =
                        RabbitMqServer.startWithStomp(stompPort, directory.resolve("rabbit"), FreePorts::next)) {
            Path settings = settings(broker, rabbit);
            WmsPublisher publisher = new WmsPublisher(rabbit, RECORDS);
            Thread publishing = new Thread(publisher, "publisher");
            publishing.start();
            WeirProcess gateway = gateway(settings);
            try (ArrivedRecords arrived = new ArrivedRecords(broker.bootstrap())) {
                for (int kill = 0; kill < KILLS; kill++) {
                    int part = RECORDS / KILLS;
                    await(kill * part + 1 + random.nextInt(part), arrived, publisher);
                    if (kill % 2 == 0) {
                        gateway.kill();
                        gateway = gateway(settings);
                    } else {
                        rabbit.kill();
                        rabbit.restart();
                    }
                }
                await(RECORDS, arrived, publisher);
                // Records that RabbitMQ did not confirm in time were published again.
                eventually("the rest is acknowledged", PATIENCE, () -> waiting(rabbit) == 0);
                gateway.terminate();
                gateway.awaitExit();
                check(arrived.stamps());
                System.out.println("AmqpKillTest: records that arrived again: " + arrived.repeated());
            } finally {
                gateway.close();
                publishing.interrupt();
            }
            assertThat(waiting(rabbit)).isZero();
        }
    }

    private static long waiting(RabbitMqServer rabbit) {
        try {
            return rabbit.waiting(WmsPublisher.HISTORY) + rabbit.waiting(WmsPublisher.PILOTS);
        } catch (IOException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets the publisher be ahead of the arrived records, but not finish before the last kill. */
    private void await(int count, ArrivedRecords arrived, WmsPublisher publisher) {
        eventually(count + " have arrived; -Dweir.test.seed=" + seed, PATIENCE, () -> {
            arrived.read();
            publisher.permit(arrived.stamps().size() + RECORDS / KILLS);
            return arrived.stamps().size() >= count;
        });
    }

    private static void check(Map<Integer, Long> arrived) {
        assertThat(arrived).hasSize(RECORDS);
        arrived.forEach((number, stamp) -> {
            long second = WmsPublisher.second(number) * 1_000_000_000L;
            if (WmsPublisher.hasTime(number)) {
                assertThat(stamp).isEqualTo(second + number * 1_000L);
            } else {
                assertThat(stamp).isBetween(second, second + 999_999_999);
            }
        });
    }

    private Path settings(EmbeddedBroker broker, RabbitMqServer rabbit) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                id: test
                kafka: {bootstrap: "%s", partitions: 4}
                meters: {port: 0}
                udp: {enabled: false}
                inputs:
                  - kind: amqp
                    name: wms
                    brokers: ["127.0.0.1:%d"]
                    queues: [%s]
                    consumers: 2
                    format: json
                    mapping:
                      measurement: wms
                      tags: {site: /Site, status: /Status, user: /User, type: /JobType}
                      fields: {Jobs: /Jobs}
                      timestamp: /timestamp
                  - {kind: amqp, name: pilots, brokers: ["127.0.0.1:%d"], queues: [%s], declare: {}}
                  - {kind: stomp, name: more-pilots, brokers: ["127.0.0.1:%d"], destinations: [/amq/queue/%s]}
                """.formatted(
                        broker.bootstrap(),
                        rabbit.port(),
                        WmsPublisher.HISTORY,
                        rabbit.port(),
                        WmsPublisher.PILOTS,
                        stompPort,
                        WmsPublisher.PILOTS));
    }

    private WeirProcess gateway(Path settings) throws IOException {
        return WeirProcess.start(directory, Map.of(), "gateway", "--config", settings.toString());
    }
}
