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
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage writer of one Weir, whose store is the gateway of another, by OTLP. */
@Tag("long")
class OtlpStoreEndToEndTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final int LINES = 2_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** The lines that the second gateway must have, without their values. Integers and floats differ. */
    private final Map<String, Number> expected = new TreeMap<>();

    private int refused;

    @Test
    void gatewayHasTheValuesOfTheWriter(@TempDir Path directory) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                GatewayService gateway = gateway(kafka(broker, "second."))) {
            KafkaSettings first = kafka(broker, "first.");
            try (Admin admin = Admin.create(first.clientProperties())) {
                TopicCreator.ensure(admin, first.declarations());
            }
            gateway.start();
            eventually("the gateway is ready", () -> gateway.health().ready());
            String store = "otlp://127.0.0.1:" + gateway.port("otlp-http") + "?host.name=hostname";
            StorageBatches batches = new StorageBatches(topics, first);
            for (int sent = 0; sent < LINES; sent += 100) {
                StringBuilder lines = new StringBuilder();
                for (int i = 0; i < 100; i++) {
                    addLine(lines, sent + i);
                }
                batches.send(lines.toString());
            }
            try (WriterService writer = writer(store, first)) {
                writer.start();
                eventually("all is stored", () -> counted("weir.writer.lines.stored") == LINES);
            }

            assertThat(received(topics)).as("seed %s", SEED).isEqualTo(expected);
            assertThat(refused).as("seed %s", SEED).isPositive();
            assertThat(counted("weir.writer.values.refused"))
                    .as("seed %s", SEED)
                    .isEqualTo(refused);
            assertThat(topics.readNow(first.topics().rejected())).isNotEmpty().allSatisfy(record -> {
                assertThat(record.value()).isEmpty();
                assertThat(Rejection.read(record.headers()).reason())
                        .matches("store-refused: .* \\(\\d+ of \\d+ values of a request\\)")
                        .contains("too-many-tags");
            });
        }
    }

    /** A line has integers, floats, booleans and texts. The second gateway refuses those with many tags. */
    private void addLine(StringBuilder lines, int i) {
        String host = random.nextBoolean() ? "flp" + random.nextInt(20) : "";
        boolean isRefused = random.nextInt(50) == 0;
        String more = isRefused ? "x=1,y=2,z=3,zz=4" : "x=ü\\ " + random.nextInt(3);
        long stamp = T + i;
        long integer = random.nextLong();
        double number = Double.longBitsToDouble(random.nextLong());
        double finite = Double.isFinite(number) ? number : 1.5;
        boolean flag = random.nextBoolean();
        lines.append("cpu,")
                .append(host.isEmpty() ? "" : "hostname=" + host + ",")
                .append(more)
                .append(" n=" + integer + "i,v=" + finite + ",ok=" + flag + ",state=\"up\" " + stamp + "\n");
        if (isRefused) {
            refused += 3;
            return;
        }
        String tags = (host.isEmpty() ? "," : ",host_name=" + host + ",") + more;
        expected.put("cpu.n" + tags + " " + stamp, integer);
        expected.put("cpu.v" + tags + " " + stamp, finite);
        expected.put("cpu.ok" + tags + " " + stamp, flag ? 1L : 0L);
    }

    private static Map<String, Number> received(TestTopics topics) {
        Map<String, Number> received = new TreeMap<>();
        topics.readNow(new Topics("second.").raw())
                .forEach(record -> new String(record.value(), UTF_8).lines().forEach(line -> {
                    int field = line.lastIndexOf(" value=");
                    int stamp = line.lastIndexOf(' ');
                    String value = line.substring(field + " value=".length(), stamp);
                    Number number = value.endsWith("i")
                            ? (Number) Long.valueOf(value.substring(0, value.length() - 1))
                            : (Number) Double.valueOf(value);
                    assertThat(received.put(line.substring(0, field) + line.substring(stamp), number))
                            .as(line)
                            .isNull();
                }));
        return received;
    }

    private double counted(String meter) {
        return meters.find(meter).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static KafkaSettings kafka(EmbeddedBroker broker, String prefix) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(prefix), 2, (short) 1);
    }

    private WriterService writer(String store, KafkaSettings kafka) {
        return new WriterService(
                YamlSource.text("writer.yaml", "store: " + store).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                meters);
    }

    private static GatewayService gateway(KafkaSettings kafka) {
        GatewayConfig config = YamlSource.text("test", """
                {id: second, spool: {bytes: 0}, udp: {enabled: false}, limits: {tags: 3},
                 otlp-http: {enabled: true, host: 127.0.0.1, port: 0}}""").read(GatewayConfig::read);
        return new GatewayService(config, kafka, new SimpleMeterRegistry());
    }
}
