package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.RabbitMqServer;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A relay to a real RabbitMQ and a real Kafka, and this RabbitMQ, are killed at random moments. */
@Tag("long")
class RelayKillTest {
    private static final int KILLS = Integer.getInteger("weir.test.relay.kills", 6);
    private static final int RECORDS = 400;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<SinkQueue.Got> queued = new ArrayList<>();
    private final Path directory;

    RelayKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void everyMessageArrivesAndIdsMakeItOnce(TestInfo test) throws Exception {
        System.out.println("RelayKillTest: repeat with -Dweir.test.seed=" + seed);
        try (RelayFarm farm = new RelayFarm(directory);
                RabbitMqServer rabbit = RabbitMqServer.start(directory.resolve("rabbit"), FreePorts::next)) {
            farm.begin(test);
            farm.create("out");
            SinkQueue queue = new SinkQueue(rabbit, "out");
            queue.declare("#");
            Map<String, String> environment = new HashMap<>(farm.environment());
            environment.put("WEIR_RELAY_SINKS", """
                    {there: {begin: oldest, kafka: {bootstrap: "%s", topic: out}},
                     rabbit: {begin: oldest, amqp: {brokers: ["127.0.0.1:%d"], exchange: out, routing-key: k}}}""".formatted(farm.kafka().bootstrap(), rabbit.port()));
            WeirProcess relay = WeirProcess.start(directory, environment, "relay");
            try {
                for (int kill = 0; kill < KILLS; kill++) {
                    int before = farm.expected().count();
                    write(farm);
                    int within = before + random.nextInt(farm.expected().count() - before);
                    if (random.nextBoolean()) {
                        await(within, queue);
                    } else {
                        eventually(
                                "Kafka has " + within + "; -Dweir.test.seed=" + seed,
                                PATIENCE,
                                () -> farm.topics().end("out") >= within);
                    }
                    if (kill % 3 == 2) {
                        rabbit.kill();
                        rabbit.restart();
                    } else {
                        relay.kill();
                        relay = WeirProcess.start(directory, environment, "relay");
                    }
                }
                await(farm.expected().count(), queue);
                eventually(
                        "Kafka has all",
                        PATIENCE,
                        () -> RelayFarm.received(farm.topics(), "out", 0).stream()
                                        .map(Received::id)
                                        .distinct()
                                        .count()
                                >= farm.expected().count());
                relay.terminate();
                relay.awaitExit();
            } finally {
                relay.close();
            }
            List<Received> produced = RelayFarm.received(farm.topics(), "out", 0);
            List<Received> published = SinkQueue.received(queued);
            String repeat = "-Dweir.test.seed=" + seed;
            farm.expected().check(produced, repeat);
            farm.expected().check(published, repeat);
            System.out.println("RelayKillTest: messages " + farm.expected().count() + ", repeated in Kafka "
                    + (produced.size() - farm.expected().count()) + ", in RabbitMQ "
                    + (published.size() - farm.expected().count()));
            assertThat(farm.topics().readNow(farm.kafka().topics().rejected())).isEmpty();
        }
    }

    private void write(RelayFarm farm) {
        for (int record = 0; record < RECORDS; record++) {
            List<String> lines = new ArrayList<>();
            for (int line = random.nextInt(10); line >= 0; line--) {
                lines.add("cpu,host=h" + random.nextInt(9) + " v=" + random.nextInt() + "i " + record);
            }
            farm.write(random.nextInt(RelayFarm.PARTITIONS), lines);
        }
        farm.topics().flush();
    }

    private void await(int count, SinkQueue queue) {
        eventually(count + " arrived; -Dweir.test.seed=" + seed, PATIENCE, () -> {
            try {
                queue.takeAll(queued);
            } catch (IOException | TimeoutException e) {
                throw new AssertionError(e);
            }
            return queued.stream().map(each -> each.received().id()).distinct().count() >= count;
        });
    }
}
