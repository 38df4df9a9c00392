package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static io.weir.standalone.StorageBatches.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.InfluxDbProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whichever fails, a real InfluxDB or a writer: in the end every valid line is stored, and every
 * other is among the rejected. One line in a hundred has a field of the wrong type.
 */
@Tag("long")
@Tag("waits")
class WriterFaultsTest {
    private static final int PARTITIONS = 3;
    private static final Duration WITHIN = Duration.ofSeconds(90);

    private final Set<String> invalid = new TreeSet<>();

    @TempDir
    private Path directory = Path.of("");

    private Path config = Path.of("");
    private EmbeddedBroker broker;
    private TestTopics records;
    private @Nullable InfluxDbProcess running;
    private KafkaSettings kafka;
    private StorageBatches batches;
    private int sent;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(""), PARTITIONS, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        batches = new StorageBatches(records, kafka);
    }

    @AfterEach
    void stop() {
        records.close();
        broker.close();
        if (running != null) {
            running.close();
        }
    }

    @ParameterizedTest(name = "InfluxDB {0}.x")
    @ValueSource(ints = {1, 2})
    void databaseThatIsStoppedOrKilledUnderLoadAndWritersThatComeAndGo(int major) throws IOException {
        configure(InfluxDbProcess.start(major));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        WriterService stays = writer();
        WriterService goes = writer();
        stays.start();
        first();
        for (int round = 0; round < 4; round++) {
            goes.start();
            sendMany(200);
            eventually("the writers are in the middle of it", WITHIN, () -> count() > 0);
            pause(random.nextInt(300));
            if (round % 2 == 0) {
                influxDb().kill();
            } else {
                influxDb().stop();
            }
            sendMany(200);
            pause(random.nextInt(1_000));
            goes.close();
            influxDb().start();
            goes = writer();
        }

        allIsAccountedFor("seed " + seed);
        stays.close();
    }

    @ParameterizedTest(name = "InfluxDB {0}.x")
    @ValueSource(ints = {1, 2})
    void writerThatIsKilled(int major) throws IOException {
        configure(InfluxDbProcess.start(major));
        Map<String, String> environment = Map.of(
                "WEIR_KAFKA_BOOTSTRAP", broker.bootstrap(),
                "WEIR_KAFKA_PARTITIONS", Integer.toString(PARTITIONS),
                "WEIR_METERS_PORT", "0");
        String[] command = {"writer", "--config", config.toString()};
        try (WriterService writer = writer()) {
            writer.start();
            first();
        }
        for (int round = 0; round < 2; round++) {
            long before = count();
            try (WeirProcess writer = WeirProcess.start(directory, environment, command)) {
                writer.awaitOutput("partitions assigned");
                sendMany(300);
                eventually("it is in the middle of it", WITHIN, () -> count() > before);
                writer.kill();
            }
        }
        try (WriterService writer = writer()) {
            writer.start();
            allIsAccountedFor("killed");
        }
    }

    private void allIsAccountedFor(String what) {
        long valid = 1 + sent * 100L - invalid.size();
        eventually("every valid line is stored", WITHIN, () -> count() == valid);
        eventually("every other one is rejected", WITHIN, () -> rejected().size() == invalid.size());
        assertThat(rejected()).as(what).isEqualTo(invalid);
        assertThat(count()).as(what).isEqualTo(valid);
    }

    private Set<String> rejected() {
        return records.readNow(kafka.topics().rejected()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void configure(InfluxDbProcess store) throws IOException {
        running = store;
        config = Files.writeString(
                directory.resolve("writer.yaml"),
                "store: " + store.url() + "\n" + store.tokenSetting(directory) + "\n");
    }

    private WriterService writer() {
        return new WriterService(
                YamlSource.file(config).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry());
    }

    /** Sends a line that determines the field's type. */
    private void first() {
        batches.send("fault,host=first v=1.5 " + T);
        eventually("the first is stored", () -> count() == 1);
    }

    private InfluxDbProcess influxDb() {
        return Objects.requireNonNull(running, "the test starts it");
    }

    private long count() {
        String count = influxDb().value("SELECT count(v) FROM fault");
        return count.isEmpty() ? 0 : Long.parseLong(count);
    }

    /** Sends batches of a hundred distinct lines, one of them invalid. */
    private void sendMany(int count) {
        for (int i = 0; i < count; i++) {
            long first = T + ++sent * 1_000L;
            String bad = "fault,host=bad v=\"text\" " + (first + 999);
            invalid.add(bad);
            records.sendSoon(batches.record(IntStream.range(0, 99)
                            .mapToObj(n -> "fault,host=h" + n + " v=" + n + " " + (first + n))
                            .collect(Collectors.joining("\n"))
                    + "\n" + bad));
        }
        records.flush();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
