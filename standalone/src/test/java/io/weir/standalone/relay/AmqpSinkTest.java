package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.topic.Rejection;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.relay.RelayService;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From Weir's topics to a real RabbitMQ. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // A relay runs until the end of its block.
class AmqpSinkTest {
    private final Path directory;
    private final RelayFarm farm;
    private RabbitMqServer rabbit;
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private String name = "";
    private SinkQueue queue;

    AmqpSinkTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new RelayFarm(directory);
    }

    @BeforeAll
    void startRabbit() throws Exception {
        rabbit = RabbitMqServer.start(directory.resolve("rabbit"), FreePorts::next);
    }

    @BeforeEach
    void createTopics(TestInfo test) {
        farm.begin(test);
        meters = new SimpleMeterRegistry();
        name = test.getTestMethod().orElseThrow().getName();
        queue = new SinkQueue(rabbit, name);
    }

    @AfterAll
    void stopServers() {
        farm.close();
        rabbit.close();
    }

    @Test
    void receivesEveryLineInTheOrderOfItsPartition() throws Exception {
        queue.declare("cpu.#");
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int record = 0; record < 400; record++) {
            int partition = random.nextInt(RelayFarm.PARTITIONS);
            List<String> lines = new ArrayList<>();
            for (int line = random.nextInt(30); line >= 0; line--) {
                lines.add("cpu,host=h" + random.nextInt(5) + " v=" + random.nextInt() + "i " + record);
            }
            farm.write(partition, lines);
        }
        farm.topics().flush();

        try (RelayService relay = farm.start(sink("begin: oldest", "{measurement}.{host}"), meters)) {
            List<SinkQueue.Got> got = queue.await(farm.expected().count());

            assertThat(got.stream().map(each -> each.received().id()).distinct())
                    .hasSize(farm.expected().count());
            farm.expected().check(SinkQueue.received(got), "-Dweir.test.seed=" + seed);
            assertThat(got).allSatisfy(each -> {
                String host = each.received().body().replaceAll("cpu,host=(h\\d) .*", "$1");
                assertThat(each.received().route()).isEqualTo("cpu." + host);
                assertThat(each.properties().getDeliveryMode()).isEqualTo(2);
                assertThat(each.properties().getContentType()).isEqualTo("text/plain");
                assertThat(each.properties().getTimestamp()).isNotNull();
            });
        }
    }

    @Test
    void receivesLinesAsJsonAndAlarmsUnmodified() throws Exception {
        queue.declare("#");
        farm.write(0, List.of("jobs,Site=CERN,User=anna Jobs=3i,used.cpu=0.5 1500000000000000000", "cpu v=1 1"));
        farm.topics()
                .send(new ProducerRecord<>(
                        farm.kafka().topics().events(), 0, "a".getBytes(UTF_8), "{\"id\": 1}".getBytes(UTF_8)));
        String mapping = "mapping: {measurement: jobs, tags: {Site: /where/site}, timestamp: /t, precision: s}";

        try (RelayService relay =
                farm.start(sink("begin: oldest, read: [storage, events], " + mapping, "{measurement}"), meters)) {
            List<SinkQueue.Got> got = queue.await(2);
            Map<String, String> byRoute = Map.of(
                    got.get(0).received().route(), got.get(0).received().body(),
                    got.get(1).received().route(), got.get(1).received().body());
            assertThat(byRoute).containsOnlyKeys("jobs", farm.kafka().topics().events());
            ObjectMapper json = new ObjectMapper();
            assertThat(json.readTree(byRoute.get("jobs")))
                    .isEqualTo(json.readTree("{\"where\": {\"site\": \"CERN\"}, \"User\": \"anna\", \"Jobs\": 3,"
                            + " \"used\": {\"cpu\": 0.5}, \"t\": 1500000000}"));
            assertThat(byRoute.get(farm.kafka().topics().events())).isEqualTo("{\"id\": 1}");
            assertThat(got)
                    .extracting(each -> each.properties().getContentType())
                    .containsOnly("application/json");
            eventually("the other measurement is rejected", () -> rejected().size() == 1);
            assertThat(Rejection.read(rejected().get(0).headers()))
                    .isEqualTo(new Rejection(
                            "relay", "other-measurement", farm.kafka().topics().storage() + "/0/0/1", -1));
        }
    }

    @Test
    void countsMessagesWithoutAQueueAndRejectsLongKeysAlone() throws Exception {
        queue.declare("a");
        farm.write(0, List.of("cpu,k=b v=1 1", "cpu,k=" + "x".repeat(256) + " v=2 1", "cpu,k=a v=3 1"));
        farm.topics().flush();

        try (RelayService relay = farm.start(sink("begin: oldest", "{k}"), meters)) {
            assertThat(queue.await(1))
                    .extracting(each -> each.received().body())
                    .containsExactly("cpu,k=a v=3 1");
            eventually(
                    "it is counted",
                    () -> meters.get("weir.relay.unroutable").counter().count() == 1);
            eventually("the key is rejected", () -> rejected().size() == 1);
            assertThat(Rejection.read(rejected().get(0).headers()).reason()).isEqualTo("routing-key-too-long");
            assertThat(relay.health().ready()).isTrue();
        }
    }

    @Test
    void aRemovedAlarmHasItsIdInAHeader() throws Exception {
        queue.declare("#");
        String state = farm.kafka().topics().state();
        farm.topics().send(new ProducerRecord<>(state, 0, "cpu-high/a".getBytes(UTF_8), null));

        try (RelayService relay = farm.start(sink("begin: oldest, read: [state]", "{measurement}"), meters)) {
            SinkQueue.Got removed = queue.await(1).get(0);
            assertThat(removed.received().route()).isEqualTo(state);
            assertThat(removed.received().body()).isEmpty();
            assertThat(removed.properties().getHeaders().get("key")).hasToString("cpu-high/a");
        }
    }

    @Test
    void aBlockedRabbitMqDelaysNoEnd(@TempDir Path place) throws Exception {
        for (int record = 0; record < 20; record++) {
            farm.write(0, List.of("cpu v=\"" + "x".repeat(400_000) + "\" " + record));
        }
        farm.topics().flush();
        try (RabbitMqServer full =
                RabbitMqServer.start(place, FreePorts::next, "vm_memory_high_watermark.absolute = 1MB")) {
            new SinkQueue(full, name).declare("#");
            String sink = sink("begin: oldest", "k").replace(":" + rabbit.port() + "'", ":" + full.port() + "'");
            RelayService relay = farm.started(sink, meters);
            eventually("it says why", () -> relay.health().detail().contains("RabbitMQ accepts no messages"));
            assertThat(relay.health().ready()).isFalse();
            relay.close();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("weir-relay-there");
        }
    }

    @Test
    void waitsForAnExchange() throws Exception {
        farm.write(0, List.of("cpu v=1 1"));
        farm.topics().flush();

        try (RelayService relay = farm.started(sink("begin: oldest", "k"), meters)) {
            eventually("it says why", () -> relay.health().detail().contains("no exchange '" + name + "'"));
            assertThat(relay.health().ready()).isFalse();
            assertThat(relay.health().live()).isTrue();
            queue.declare("#");
            assertThat(queue.await(1)).hasSize(1);
            eventually("it is ready", () -> relay.health().ready());
        }
    }

    @Test
    void waitsForARabbitMqThatIsAway() throws Exception {
        queue.declare("#");
        try (RelayService relay = farm.start(sink("begin: oldest", "k"), meters)) {
            write(0, 500);
            eventually(
                    "some are sent",
                    () -> meters.get("weir.relay.sent").counter().count() > 0);
            rabbit.kill();
            write(500, 1_000);
            eventually("it is not ready", () -> !relay.health().ready());
            assertThat(relay.health().detail()).contains("sink there");
            rabbit.restart();
            farm.expected().check(SinkQueue.received(queue.await(farm.expected().count())), "");
            eventually("it is ready", () -> relay.health().ready());
        }
    }

    private void write(int from, int to) {
        for (int i = from; i < to; i++) {
            farm.write(i % RelayFarm.PARTITIONS, List.of("cpu v=" + i + " 1", "cpu v=" + i + " 2"));
        }
        farm.topics().flush();
    }

    private String sink(String settings, String key) {
        return "there: {" + settings + ", amqp: {brokers: ['127.0.0.1:" + rabbit.port() + "'], exchange: " + name
                + ", routing-key: '" + key + "'}}";
    }

    private List<ConsumerRecord<byte[], byte[]>> rejected() {
        return farm.topics().read(farm.kafka().topics().rejected(), 0);
    }
}
