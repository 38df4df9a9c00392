package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.relay.RelayService;
import io.weir.standalone.TestTopics;
import io.weir.standalone.cluster.Link;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.KafkaDirectory;
import io.weir.standalone.embedded.KafkaNode;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From Weir's topics to a real Kafka that answers nothing, as its network is cut: no connection is closed. */
@Tag("nightly")
class HungKafkaSinkTest {
    private static final String OUT = "out";
    private static final int LINK = 41;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final int port = FreePorts.next();
    private final String address = "127.0.0." + LINK + ":" + port;
    private final Path directory;

    HungKafkaSinkTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void everyRecordArrivesInOrderOnceItAnswers() throws Exception {
        System.out.println("HungKafkaSinkTest: repeat with -Dweir.test.seed=" + seed);
        Path place = directory.resolve("other");
        KafkaDirectory.format(place, EmbeddedBroker.NODE_ID, EmbeddedBroker.CONTROLLER);
        try (RelayFarm farm = new RelayFarm(directory);
                Link link = new Link(directory, LINK, List.of(port));
                KafkaNode other = new KafkaNode(EmbeddedBroker.NODE_ID, settings(place))) {
            other.start();
            RelayFarm.create(address, OUT);
            farm.begin("hung");
            try (RelayService relay = farm.start(
                    "there: {begin: oldest, kafka: {bootstrap: '" + address + "', topic: " + OUT + "}}", meters)) {
                for (int round = 0; round < 2; round++) {
                    write(farm);
                    double before = sent();
                    await("some are sent", () -> sent() > before);
                    link.cut(List.of(port));
                    write(farm);
                    awaitDetail(relay, " has not acknowledged records within 10 s");
                    awaitDetail(relay, "check that its brokers run");
                    double lag = lag();
                    write(farm);
                    await("the lag grows", () -> lag() >= lag + 100);
                    link.restore();
                    await("it is ready", () -> relay.health().ready());
                }
                await("nothing waits", () -> lag() == 0);
            }
            try (TestTopics there = new TestTopics(address)) {
                farm.expected().check(RelayFarm.received(there, OUT, 0), "-Dweir.test.seed=" + seed);
            }
        }
    }

    private Map<String, String> settings(Path place) {
        Map<String, String> settings = new HashMap<>(EmbeddedBroker.settings(place, port, FreePorts.next()));
        settings.put("advertised.listeners", "PLAINTEXT://" + address);
        return settings;
    }

    private void write(RelayFarm farm) {
        for (int record = 0; record < 100; record++) {
            String text = "x".repeat(random.nextInt(20_000));
            farm.write(random.nextInt(RelayFarm.PARTITIONS), List.of("cpu v=\"" + text + "\" " + record));
        }
        farm.topics().flush();
    }

    private void awaitDetail(RelayService relay, String words) {
        await("health says" + words, () -> relay.health().detail().contains(words));
        assertThat(relay.health().ready()).isFalse();
        assertThat(relay.health().detail()).contains("Kafka at " + address);
    }

    private void await(String what, BooleanSupplier holds) {
        eventually(what + "; -Dweir.test.seed=" + seed, Duration.ofMinutes(2), holds);
    }

    private double sent() {
        return meters.get("weir.relay.sent").counter().count();
    }

    private double lag() {
        return meters.get("weir.relay.lag").gauge().value();
    }
}
