package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.testing.Exporter;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that share the targets of scraping, on a real broker. Each target has a path of its own. */
@Tag("long")
@Tag("waits")
class ScrapeShareTest {
    private static final Topics TOPICS = new Topics("");
    private static final String INPUT = "scrape";
    private static final int PARTITIONS = 4;
    private static final int TARGETS = 12;
    private static final int INTERVALS = 6;

    /** Only a target that is no longer listed ends this series. */
    private static final String ENDED = "up,\\S* weir:end";

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private Exporter exporter;

    ScrapeShareTest(@TempDir Path directory) {
        this.directory = directory;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    @BeforeEach
    void startTargets() throws IOException {
        exporter = Exporter.start().exposing("load 1\n");
    }

    @AfterEach
    void stop() {
        exporter.close();
        topics.close();
        broker.close();
    }

    @Test
    void eachTargetHasOneGatewayAlsoWhenOneLeaves() {
        Duration interval = Duration.ofSeconds(1);
        try (GatewayService one = started("one", interval)) {
            try (GatewayService two = started("two", interval)) {
                eventually("both scrape all targets", () -> lines(one) > 0 && lines(two) > 0 && paths(0) == TARGETS);
                long from = System.nanoTime();
                eventually("some intervals", () -> System.nanoTime() - from > INTERVALS * interval.toNanos());
                Map<String, List<Long>> scrapes = perPath(from);
                // Late scrapes of a busy machine, too, are less than those of a second gateway.
                long most = (System.nanoTime() - from) / interval.toNanos() + INTERVALS - 2;
                assertThat(scrapes).hasSize(TARGETS);
                assertThat(scrapes.values()).as("a target has one gateway").allMatch(each -> each.size() <= most);
            }
            long left = System.nanoTime();
            eventually("one scrapes all targets", () -> paths(left) == TARGETS);
            long before = lines(one);
            eventually("one scrapes on", () -> lines(one) > before);
        }
        assertThat(raw()).contains("load,").doesNotContainPattern(ENDED);
    }

    @Test
    void theTargetsOfAKilledGatewayAreTakenOverWithinTwoIntervals() throws Exception {
        // The gateway that is left learns of the other's end after six seconds, and scrapes within an interval.
        Duration interval = Duration.ofSeconds(20);
        Path settings = Files.writeString(
                directory.resolve("gateway.yaml"),
                "{kafka: {bootstrap: '" + broker.bootstrap() + "', partitions: " + PARTITIONS + "}, meters: {port: 0}, "
                        + settings("two", interval).substring(1));
        try (WeirProcess two =
                WeirProcess.start(directory, Map.of(), new String[] {"gateway", "--config", settings.toString()})) {
            eventually("two scrapes", () -> paths(0) > 0);
            try (GatewayService one = started("one", interval)) {
                eventually("one scrapes", () -> lines(one) > 0);
                assertThat(paths(0)).as("not all targets are those of one").isPositive();
                two.kill();
                long killed = System.nanoTime();
                eventually("all targets are scraped", interval.multipliedBy(2), () -> paths(killed) == TARGETS);
            }
        }
        perPath(0).forEach((path, nanos) -> assertThat(IntStream.range(1, nanos.size())
                        .filter(i -> nanos.get(i) - nanos.get(i - 1) < interval.toNanos() / 2)
                        .count())
                .as("extra scrapes of " + path)
                .isLessThanOrEqualTo(1));
        assertThat(raw()).contains("load,").doesNotContainPattern(ENDED);
    }

    private GatewayService started(String id, Duration interval) {
        GatewayConfig config = YamlSource.text("test", settings(id, interval)).read(GatewayConfig::read);
        KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, PARTITIONS, (short) 1);
        GatewayService gateway = new GatewayService(config, kafka, new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }

    private String settings(String id, Duration interval) {
        String groups = IntStream.range(0, TARGETS)
                .mapToObj(i -> "{targets: ['" + exporter.address() + "'], labels: {__metrics_path__: /m" + i + ", n: '"
                        + i + "'}}")
                .collect(Collectors.joining(","));
        return "{id: " + id + ", spool: {bytes: 0}, udp: {enabled: false}, scrape: {enabled: true, scrape-interval: "
                + interval.toMillis() + "ms, jobs: [{job-name: node, static: [" + groups + "]}]}}";
    }

    private static long lines(GatewayService gateway) {
        return gateway.counts(INPUT).lines.sum();
    }

    private int paths(long fromNanos) {
        return perPath(fromNanos).size();
    }

    /** The times of the scrapes since then, by path; since the beginning if it is 0. */
    private Map<String, List<Long>> perPath(long fromNanos) {
        return exporter.arrivals().stream()
                .filter(arrival -> fromNanos == 0 || arrival.nanos() - fromNanos > 0)
                .collect(Collectors.groupingBy(
                        Exporter.Arrival::path,
                        TreeMap::new,
                        Collectors.mapping(Exporter.Arrival::nanos, Collectors.toList())));
    }

    private String raw() {
        return topics.readNow(TOPICS.raw()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .collect(Collectors.joining());
    }
}
