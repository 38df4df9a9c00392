package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.late.LateConfig;
import io.weir.late.LateService;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesSource;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The service {@code late} on a real Kafka: its rounds are those of {@code weir.late}. */
abstract class LateServiceCase {
    static final long EVERY = 1_000;
    static final Duration LONG = Duration.ofMinutes(10);
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory = Path.of("");

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    EmbeddedBroker broker;
    TestTopics records;
    KafkaSettings kafka;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(""), 3, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    @AfterEach
    void stop() {
        records.close();
        broker.close();
    }

    static List<Series> aboveTheLimit(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return List.of(sample(matchers, to));
    }

    LateService service(String rules, SeriesSource history, Duration catchUp) {
        return service(Rules.fixed(RuleLoader.parse("late.yaml", rules)), history, catchUp);
    }

    LateService service(Rules rules, SeriesSource history, Duration catchUp) {
        return service(rules, storage -> history, catchUp);
    }

    /** @param history opens the history for the rules of storage that the service follows */
    LateService service(Rules rules, Function<Supplier<StorageRules>, SeriesSource> history, Duration catchUp) {
        LateConfig defaults = LateConfig.defaults();
        return new LateService(
                new LateConfig(catchUp, defaults.atOnce(), defaults.samples(), TIMEOUT), history, rules, kafka, meters);
    }

    /** A rule for each metric, which has its name, with hyphens. */
    static String rules(String... metrics) {
        StringBuilder text = new StringBuilder("version: 1\nlate:\n");
        for (String metric : metrics) {
            text.append("  - {name: ").append(metric.replace('_', '-')).append(", every: 1s, delay: 0s, query: ");
            text.append(metric).append(" > 90}\n");
        }
        return text.toString();
    }

    static String metric(List<Matcher> matchers) {
        return matchers.stream()
                .filter(matcher -> matcher.label().equals(Matcher.METRIC_NAME))
                .map(Matcher::value)
                .findFirst()
                .orElseThrow();
    }

    static Series sample(List<Matcher> matchers, long time) {
        return new Series(
                Labels.of(Map.of(Matcher.METRIC_NAME, metric(matchers), "hostname", "flp1")),
                new long[] {time},
                new double[] {99});
    }

    double meter(String name) {
        return meters.get(name).meter().measure().iterator().next().getValue();
    }

    /** The times of the recorded rounds of a rule, in their order; without a record that is no round. */
    List<Long> times(String rule) {
        return times().getOrDefault(rule, List.of());
    }

    /** The same of all rules that have rounds. */
    Map<String, List<Long>> times() {
        records.awaitCommitted("weir.late");
        Map<String, List<Long>> times = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records.read("weir.late", 0)) {
            if (record.value() != null) {
                String time =
                        new String(record.value(), UTF_8).lines().findFirst().orElseThrow();
                if (!time.startsWith("no")) {
                    times.computeIfAbsent(new String(record.key(), UTF_8), unseen -> new ArrayList<>())
                            .add(Long.valueOf(time));
                }
            }
        }
        return times;
    }

    /** The published lines that begin so. */
    List<String> lines(String prefix) {
        return records.readNow("metrics.raw").stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .filter(line -> line.startsWith(prefix))
                .toList();
    }

    static void assertConsecutive(List<Long> times) {
        assertThat(times)
                .isNotEmpty()
                .isEqualTo(IntStream.range(0, times.size())
                        .mapToObj(i -> times.get(0) + i * EVERY)
                        .toList());
    }
}
