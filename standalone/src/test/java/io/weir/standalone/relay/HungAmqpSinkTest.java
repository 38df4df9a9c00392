package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.relay.RelayService;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From Weir's topics to a real RabbitMQ that reads nothing: it is halted, or its memory is full. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // A relay runs until the end of its block.
class HungAmqpSinkTest {
    private static final int LONG_LINE = 400_000;

    @RegisterExtension
    final Logged logged = new Logged("io.weir.relay");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;
    private final RelayFarm farm;
    private RabbitMqServer rabbit;
    private SinkQueue queue;
    private SimpleMeterRegistry meters;

    HungAmqpSinkTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new RelayFarm(directory);
    }

    @BeforeAll
    void startRabbit() throws Exception {
        System.out.println("HungAmqpSinkTest: repeat with -Dweir.test.seed=" + seed);
        rabbit = RabbitMqServer.start(directory.resolve("rabbit"), FreePorts::next);
    }

    @AfterAll
    void stopServers() {
        farm.close();
        rabbit.close();
    }

    @Test
    void aHaltedRabbitMqIsLeft() throws Exception {
        try (RelayService relay = start("halted", "heartbeat: 10s")) {
            write(20, 100);
            await("some are sent", () -> sent() > 0);
            rabbit.suspend();
            try {
                write(30, LONG_LINE);
                awaitDetail(relay, " has accepted and confirmed nothing for 10 s; check");
                awaitDetail(relay, " does not answer within 5 s; check");
                assertThat(relay.health().live()).isTrue();
                double lag = lag();
                write(50, 100);
                await("the lag grows", () -> lag() >= lag + 50);
            } finally {
                rabbit.resume();
            }
            await("it is ready", () -> relay.health().ready());
            check(queue.await(farm.expected().count()));
        }
        await("no thread is left", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("weir-relay-there")));
    }

    @Test
    void aFullRabbitMqIsWaitedForOnItsConnection() throws Exception {
        try (RelayService relay = start("full", "heartbeat: 2s")) {
            write(20, 100);
            await("some are sent", () -> sent() > 0);
            String connections = rabbit.control("list_connections", "--no-table-headers", "pid");
            rabbit.control("set_vm_memory_high_watermark", "0");
            try {
                write(30, LONG_LINE);
                awaitDetail(relay, "RabbitMQ accepts no messages: low on memory");
                double failed = failed();
                await("longer than a dead connection lives", () -> failed() >= failed + 12);
                awaitDetail(relay, "RabbitMQ accepts no messages: low on memory");
                double lag = lag();
                write(50, 100);
                await("the lag grows", () -> lag() >= lag + 50);
            } finally {
                rabbit.control("set_vm_memory_high_watermark", "0.4");
            }
            await("it is ready", () -> relay.health().ready());
            List<SinkQueue.Got> got = queue.await(farm.expected().count());
            check(got);
            assertThat(got).as("no repetition").hasSize(farm.expected().count());
            assertThat(rabbit.control("list_connections", "--no-table-headers", "pid"))
                    .isEqualTo(connections)
                    .hasLineCount(1);
            assertThat(logged.messages().stream().filter(each -> each.contains("low on memory")))
                    .hasSize(1);
        }
    }

    private RelayService start(String name, String more) throws Exception {
        farm.begin(name);
        meters = new SimpleMeterRegistry();
        queue = new SinkQueue(rabbit, name);
        queue.declare("#");
        return farm.start(
                "there: {begin: oldest, amqp: {brokers: ['127.0.0.1:" + rabbit.port() + "'], exchange: " + name
                        + ", routing-key: k, " + more + "}}",
                meters);
    }

    private void write(int records, int mostBytes) {
        for (int record = 0; record < records; record++) {
            String text = "x".repeat(mostBytes / 2 + random.nextInt(mostBytes / 2));
            farm.write(random.nextInt(RelayFarm.PARTITIONS), List.of("cpu v=\"" + text + "\" " + record));
        }
        farm.topics().flush();
    }

    private void check(List<SinkQueue.Got> got) {
        farm.expected().check(SinkQueue.received(got), "-Dweir.test.seed=" + seed);
    }

    private void awaitDetail(RelayService relay, String words) {
        await("health says" + words, () -> relay.health().detail().contains(words));
        assertThat(relay.health().ready()).isFalse();
    }

    private void await(String what, BooleanSupplier holds) {
        eventually(what + "; -Dweir.test.seed=" + seed, holds);
    }

    private double sent() {
        return meters.get("weir.relay.sent").counter().count();
    }

    private double failed() {
        return meters.get("weir.relay.failed").counter().count();
    }

    private double lag() {
        return meters.get("weir.relay.lag").gauge().value();
    }
}
