package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.late.LateConfig;
import io.weir.late.LateService;
import io.weir.query.promql.Matcher;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesSource;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service {@code late} on a real Kafka: its rounds are those of {@code weir.late}. */
@Tag("long")
class LateServiceTest {
    private static final long EVERY = 1_000;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path directory = Path.of("");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private EmbeddedBroker broker;
    private TestTopics records;
    private KafkaSettings kafka;

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

    @Test
    void aRuleThatFailsHarmsNoOther() {
        SeriesSource history = (matchers, from, to, allowance) -> switch (metric(matchers)) {
            case "broken" -> throw new IllegalStateException("unexpected answer");
            case "endless" -> throw new StackOverflowError();
            case "refused" -> throw new EvaluationException("too \"much\"\nby far");
            default -> aboveTheLimit(matchers, from, to, allowance);
        };
        try (LateService service = service(rules("broken", "endless", "refused", "good"), history, LONG)) {
            service.start();
            eventually("the good rule has rounds", () -> times("good").size() >= 4);
            eventually("three rules are unknown", () -> meter("weir.late.unknown") == 3);
            eventually("their queries are repeated", () -> meter("weir.late.failures") >= 6);
            int before = times("good").size();
            eventually("the good rule continues", () -> times("good").size() > before + 2);
            assertThat(service.health().ready()).isTrue();
            assertThat(service.health().detail()).contains("the alarms of 3 late rules are unknown");
        }
        assertConsecutive(times("good"));
        assertThat(times("broken")).isEmpty();
        assertThat(lines("weir_late,late=broken "))
                .isNotEmpty()
                .allMatch(line -> line.contains("a mistake in Weir: java.lang.IllegalStateException"));
        assertThat(lines("weir_late,late=endless ")).isNotEmpty().allMatch(line -> line.contains("StackOverflowError"));
        assertThat(lines("weir_late,late=refused "))
                .isNotEmpty()
                .allMatch(line -> line.contains(": too \\\"much\\\" by far\" "));
        assertThat(lines("weir_late,late=good "))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("weir_late,late=good unevaluated=\"\" "));
    }

    @Test
    void queriesOfDifferentRulesRunAtOnce() {
        int atOnce = LateConfig.defaults().atOnce();
        CyclicBarrier together = new CyclicBarrier(atOnce);
        Set<String> running = ConcurrentHashMap.newKeySet();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger repeated = new AtomicInteger();
        SeriesSource history = (matchers, from, to, allowance) -> {
            String metric = metric(matchers);
            repeated.addAndGet(running.add(metric) ? 0 : 1);
            most.accumulateAndGet(running.size(), Math::max);
            try {
                together.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new EvaluationException("alone");
            } finally {
                running.remove(metric);
            }
            return List.of(sample(matchers, to));
        };
        String[] names = IntStream.range(0, 3 * atOnce).mapToObj(n -> "r" + n).toArray(String[]::new);
        try (LateService service = service(rules(names), history, LONG)) {
            service.start();
            eventually("each rule has rounds", () -> List.of(names).stream()
                    .allMatch(name -> times(name).size() >= 3));
            assertThat(meter("weir.late.failures")).isZero();
        }
        assertThat(most.get()).isEqualTo(atOnce);
        assertThat(repeated.get()).as("queries of a rule at once").isZero();
        for (String name : names) {
            assertConsecutive(times(name));
        }
    }

    @Test
    void aShortAbsenceOfTheStoreChangesNoAlarm() {
        try (EmbeddedQuestDb store = questDb();
                LateService service = service(rules("cpu_value"), series(store), LONG)) {
            service.start();
            eventually("rounds are recorded", () -> times("cpu-value").size() >= 3);
            store.stop();
            eventually("an attempt failed", () -> meter("weir.late.failures") >= 1);
            store.start();
            long failed = times("cpu-value").size();
            eventually("rounds are recorded again", () -> times("cpu-value").size() > failed + 5);
        }
        assertConsecutive(times("cpu-value"));
        assertThat(lines("weir_late,late=cpu-value ")).allMatch(line -> line.contains(" unevaluated=\"\" "));
        assertThat(lines("weir_late_cpu-value")).noneMatch(line -> line.contains("held=-1"));
    }

    @Test
    void aStoreThatStaysAwayMakesAlarmsUnknown() {
        Duration catchUp = Duration.ofSeconds(3);
        try (EmbeddedQuestDb store = questDb();
                LateService service = service(rules("cpu_value"), series(store), catchUp)) {
            service.start();
            eventually("rounds are recorded", () -> times("cpu-value").size() >= 3);
            store.stop();
            eventually("the rule is unknown", () -> meter("weir.late.unknown") == 1);
            eventually("an attempt failed", () -> meter("weir.late.failures") >= 1);
            store.start();
            eventually("the rule is known", () -> meter("weir.late.unknown") == 0);
        }
        List<Long> times = times("cpu-value");
        long gaps = (times.get(times.size() - 1) - times.get(0)) / EVERY + 1 - times.size();
        assertThat(gaps).isPositive().isEqualTo((long) meter("weir.late.skipped"));
        assertThat(times).doesNotHaveDuplicates().isSorted();
        List<String> unknown = lines("weir_late,late=cpu-value ").stream()
                .filter(line -> !line.contains(" unevaluated=\"\" "))
                .toList();
        assertThat(unknown).isNotEmpty();
        // The line has the time of the last round, and as its stamp the time of the report.
        String first = unknown.get(0);
        long evaluated = Instant.parse(first.substring(first.indexOf('"') + 1, first.indexOf(": ")))
                .toEpochMilli();
        long stamp = Long.parseLong(first.substring(first.lastIndexOf(' ') + 1)) / 1_000_000;
        assertThat(times).contains(evaluated);
        assertThat(stamp - evaluated).isGreaterThan(catchUp.toMillis());
        assertThat(lines("weir_late_cpu-value")).isNotEmpty().noneMatch(line -> line.contains("held=-1"));
    }

    @Test
    void anInstanceTakesOverFromAKilledOne() throws Exception {
        try (EmbeddedQuestDb store = questDb()) {
            Path rules = Files.writeString(directory.resolve("late.yaml"), rules("cpu_value"));
            Map<String, String> environment = Map.of(
                    "WEIR_KAFKA_BOOTSTRAP", broker.bootstrap(),
                    "WEIR_KAFKA_PARTITIONS", "3",
                    "WEIR_METERS_PORT", "0",
                    "WEIR_LATE_STORE", store.url(),
                    "WEIR_LATE_RULES", rules.toString());
            WeirProcess evaluating = late(environment);
            try {
                evaluating.awaitOutput("late evaluates");
                for (int kill = 0; kill < 2; kill++) {
                    try (WeirProcess idle = late(environment)) {
                        idle.awaitOutput("late waits");
                        int before = times("cpu-value").size();
                        eventually(
                                "rounds are recorded", () -> times("cpu-value").size() > before + 3);
                        assertThat(idle.output()).doesNotContain("late evaluates");
                        evaluating.kill();
                        idle.awaitOutput("late evaluates");
                        int after = times("cpu-value").size();
                        eventually(
                                "rounds are recorded again",
                                () -> times("cpu-value").size() > after + 3);
                        idle.kill();
                    }
                    evaluating = late(environment);
                    evaluating.awaitOutput("late evaluates");
                }
            } finally {
                evaluating.close();
            }
        }
        List<Long> times = times("cpu-value");
        assertConsecutive(times);
        Set<Long> published = lines("weir_late_cpu-value").stream()
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) / 1_000_000)
                .collect(Collectors.toSet());
        // The last round may be killed before its lines.
        assertThat(published).containsAll(times.subList(0, times.size() - 1));
    }

    @Test
    void theLastRoundIsPublishedAgain() {
        long last = (System.currentTimeMillis() / EVERY - 5) * EVERY;
        String line = "weir_late_good,hostname=flp1 held=7,value=99 " + last + "000000";
        record("good", last + "\n" + line);
        record("unreadable", "no time");
        try (LateService service = service(rules("good", "unreadable"), LateServiceTest::aboveTheLimit, LONG)) {
            service.start();
            eventually(
                    "both rules have rounds",
                    () -> times("good").size() >= 8 && times("unreadable").size() >= 3);
        }
        assertConsecutive(times("good"));
        assertThat(times("good").get(0)).isEqualTo(last);
        assertThat(lines("weir_late_good").subList(0, 2))
                .containsExactly(line, "weir_late_good,hostname=flp1 held=8,value=99 " + (last + EVERY) + "000000");
        assertConsecutive(times("unreadable"));
    }

    @Test
    void anOlderInstanceIsFenced() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "weir-late");
        try (KafkaProducer<byte[], byte[]> older =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
                LateService service = service(rules("good"), LateServiceTest::aboveTheLimit, LONG)) {
            older.initTransactions();
            older.beginTransaction();
            older.send(record("good", new byte[] {'0'}));
            older.flush();
            service.start();
            eventually("rounds are recorded", () -> times("good").size() >= 3);
            assertThatThrownBy(older::commitTransaction).isInstanceOf(KafkaException.class);
        }
        assertConsecutive(times("good"));
    }

    private void record(String rule, String round) {
        records.send(record(rule, round.getBytes(UTF_8)));
    }

    private static ProducerRecord<byte[], byte[]> record(String rule, byte[] round) {
        return new ProducerRecord<>("weir.late", 0, rule.getBytes(UTF_8), round);
    }

    private static List<Series> aboveTheLimit(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return List.of(sample(matchers, to));
    }

    private LateService service(String rules, SeriesSource history, Duration catchUp) {
        LateConfig defaults = LateConfig.defaults();
        return new LateService(
                new LateConfig(catchUp, defaults.atOnce(), defaults.samples(), TIMEOUT),
                history,
                Rules.fixed(RuleLoader.parse("late.yaml", rules)),
                kafka,
                meters);
    }

    private WeirProcess late(Map<String, String> environment) throws IOException {
        return WeirProcess.start(directory, environment, new String[] {"late"});
    }

    /** A rule for each metric, which has its name, with hyphens. */
    private static String rules(String... metrics) {
        StringBuilder text = new StringBuilder("version: 1\nlate:\n");
        for (String metric : metrics) {
            text.append("  - {name: ").append(metric.replace('_', '-')).append(", every: 1s, delay: 0s, query: ");
            text.append(metric).append(" > 90}\n");
        }
        return text.toString();
    }

    /** A store with a value above the limit for each second of an hour. */
    private EmbeddedQuestDb questDb() {
        EmbeddedQuestDb store = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        store.exec("CREATE TABLE cpu (hostname SYMBOL, value DOUBLE, timestamp TIMESTAMP) TIMESTAMP(timestamp)"
                + " PARTITION BY DAY WAL");
        store.exec("INSERT INTO cpu SELECT 'flp1', 99.0, timestamp_sequence(dateadd('m', -5, now()), 1000000)"
                + " FROM long_sequence(3600)");
        eventually("the samples are stored", () -> store.value("SELECT count() FROM cpu")
                .equals("3600"));
        return store;
    }

    private static SeriesSource series(EmbeddedQuestDb store) {
        return new QuestDbSeries(store.url().replace("questdb://", "http://"), Optional.empty());
    }

    private static String metric(List<Matcher> matchers) {
        return matchers.stream()
                .filter(matcher -> matcher.label().equals(Matcher.METRIC_NAME))
                .map(Matcher::value)
                .findFirst()
                .orElseThrow();
    }

    private static Series sample(List<Matcher> matchers, long time) {
        return new Series(
                Labels.of(Map.of(Matcher.METRIC_NAME, metric(matchers), "hostname", "flp1")),
                new long[] {time},
                new double[] {99});
    }

    private double meter(String name) {
        return meters.get(name).meter().measure().iterator().next().getValue();
    }

    /** The times of the recorded rounds of a rule, in their order; without a record that is no round. */
    private List<Long> times(String rule) {
        return records.read("weir.late", 0).stream()
                .filter(record -> new String(record.key(), UTF_8).equals(rule))
                .map(record ->
                        new String(record.value(), UTF_8).lines().findFirst().orElseThrow())
                .filter(time -> !time.startsWith("no"))
                .map(Long::valueOf)
                .toList();
    }

    /** The published lines that begin so. */
    private List<String> lines(String prefix) {
        return records.readNow("metrics.raw").stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .filter(line -> line.startsWith(prefix))
                .toList();
    }

    private static void assertConsecutive(List<Long> times) {
        assertThat(times)
                .isNotEmpty()
                .isEqualTo(IntStream.range(0, times.size())
                        .mapToObj(i -> times.get(0) + i * EVERY)
                        .toList());
    }
}
