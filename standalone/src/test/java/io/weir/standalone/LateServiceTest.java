package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.late.LateConfig;
import io.weir.late.LateService;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.SeriesSource;
import io.weir.query.series.TierQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules of the service {@code late}, and what it does with a history that a test makes. */
@Tag("long")
@Tag("waits")
class LateServiceTest extends LateServiceCase {
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
    void aRuleReadsTiersWhereRawIsGone() {
        String rules = """
                version: 1
                storage: {tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]}
                late: [{name: old, every: 1s, delay: 0s, query: load offset 30d > 90}]
                """;
        Rules fixed = Rules.fixed(RuleLoader.parse("late.yaml", rules));
        try (LateService service = service(fixed, OnlyTiers::new, LONG)) {
            service.start();
            eventually("the rule has results", () -> !lines("weir_late_old,hostname=flp1 ")
                    .isEmpty());
        }
    }

    /** Without tiers, the rule would read raw, and its alarms would return to normal. */
    @Test
    void unusableRulesRemoveNoTier() {
        Breakable rules = new Breakable("""
                version: 1
                storage: {by: processing, tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]}
                late: [{name: old, every: 1s, delay: 0s, query: load offset 30d > 90}]
                """);
        try (LateService service = service(rules, OnlyTiers::new, LONG)) {
            service.start();
            eventually("the rule has rounds", () -> times("old").size() >= 3);
            rules.isUsable.set(false);
            int before = times("old").size();
            eventually("the rule continues", () -> times("old").size() >= before + 4);
        }
        assertThat(lines("weir_late_old,hostname=flp1 ")).isNotEmpty().noneMatch(line -> line.contains("held=-1"));
    }

    /** A store whose raw is gone. */
    private record OnlyTiers(Supplier<StorageRules> storage) implements RangeSource {
        @Override
        public boolean hasTiers() {
            return !storage.get().computed().isEmpty();
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of();
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
            return Optional.of(List.of(sample(query.matchers(), query.to())));
        }
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
            eventually("each rule has rounds", () -> {
                Map<String, List<Long>> times = times();
                return Stream.of(names)
                        .allMatch(name -> times.getOrDefault(name, List.of()).size() >= 3);
            });
            assertThat(meter("weir.late.failures")).isZero();
        }
        assertThat(most.get()).isEqualTo(atOnce);
        assertThat(repeated.get()).as("queries of a rule at once").isZero();
        Map<String, List<Long>> times = times();
        for (String name : names) {
            assertConsecutive(times.getOrDefault(name, List.of()));
        }
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
    void rulesChangeWhileTheServiceRuns() {
        SeriesSource history = (matchers, from, to, allowance) -> {
            if (metric(matchers).equals("refused")) {
                throw new EvaluationException("too much");
            }
            return aboveTheLimit(matchers, from, to, allowance);
        };
        AtomicReference<RuleFile> active = new AtomicReference<>(RuleLoader.parse("late.yaml", rules("refused")));
        try (LateService service = service(following(active), history, LONG)) {
            service.start();
            eventually("the rule is unknown", () -> meter("weir.late.unknown") == 1);
            active.set(RuleLoader.parse("late.yaml", rules("good")));
            eventually("the other rule has rounds", () -> times("good").size() >= 3);
            eventually("no rule is unknown", () -> meter("weir.late.unknown") == 0);
            active.set(RuleLoader.parse("late.yaml", rules("good", "better")));
            eventually("both rules have rounds", () -> times("better").size() >= 3);
            int before = times("good").size();
            active.set(RuleLoader.parse("late.yaml", rules("good").replace("> 90", "> 80")));
            eventually("the changed rule has rounds", () -> times("good").size() >= before + 3);
        }
        assertThat(lines("weir_late,late=refused "))
                .hasSizeGreaterThan(1)
                .last()
                .asString()
                .contains("\"\"");
        assertConsecutive(times("good"));
        List<String> good = lines("weir_late_good").stream().distinct().toList();
        assertThat(good).hasSize(times("good").size());
        assertThat(good.get(good.size() - 1)).contains(" held=" + (good.size() - 1) + ",");
    }

    @Test
    void aRemovedRuleEndsItsSeriesAndBeginsAnew() {
        try (LateService service = service(rules("good"), LateServiceTest::aboveTheLimit, LONG)) {
            service.start();
            eventually("the rule has rounds", () -> times("good").size() >= 3);
        }
        List<Long> before = times("good");
        AtomicReference<RuleFile> active = new AtomicReference<>(RuleLoader.parse("late.yaml", rules("other")));
        try (LateService service = service(following(active), LateServiceTest::aboveTheLimit, LONG)) {
            service.start();
            eventually("the removed rule is forgotten", () -> records.read("weir.late", 0).stream()
                    .anyMatch(record -> record.value() == null));
            assertThat(lines("weir_late_good,hostname=flp1 held=-1 ")).hasSize(1);
            eventually("the other rule has rounds", () -> times("other").size() >= 3);
            active.set(RuleLoader.parse("late.yaml", rules("other", "good")));
            eventually("the rule has rounds again", () -> times("good").size() >= before.size() + 3);
        }
        assertThat(lines("weir_late_good,hostname=flp1 held=-1 ")).hasSize(1);
        List<Long> after = times("good").subList(before.size(), times("good").size());
        assertConsecutive(after);
        assertThat(lines("weir_late_good,hostname=flp1 held=0,"))
                .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
                .containsOnly(before.get(0) + "000000", after.get(0) + "000000");
    }

    @Test
    void unusableRulesRemoveNone() {
        Breakable broken = new Breakable(rules("good"));
        try (LateService service = service(broken, LateServiceTest::aboveTheLimit, LONG)) {
            service.start();
            eventually("the rule has rounds", () -> times("good").size() >= 3);
            broken.isUsable.set(false);
            int before = times("good").size();
            eventually("the rule continues", () -> times("good").size() >= before + 4);
        }
        assertConsecutive(times("good"));
        try (LateService service = service(broken, LateServiceTest::aboveTheLimit, LONG)) {
            service.start();
            eventually("the rule is unknown", () -> service.health().detail().contains("1 late rules are unknown"));
            eventually("its alarm is raised", () -> lines("weir_late,late=good ").stream()
                    .anyMatch(line -> line.contains("the active rules are unusable")));
            int stopped = times("good").size();
            broken.isUsable.set(true);
            eventually("the rule continues", () -> times("good").size() >= stopped + 3);
            assertThat(service.health().detail()).doesNotContain("unknown");
        }
        assertThat(lines("weir_late,late=good ")).last().asString().contains("unevaluated=\"\"");
        assertThat(lines("weir_late_good,hostname=flp1 held=-1 ")).isEmpty();
        assertThat(records.read("weir.late", 0)).noneMatch(record -> record.value() == null);
    }

    /** Rules that become unusable. */
    private static final class Breakable implements Rules {
        private final RuleFile file;
        private final AtomicBoolean isUsable = new AtomicBoolean(true);

        Breakable(String text) {
            file = RuleLoader.parse("late.yaml", text);
        }

        @Override
        public RuleFile active() {
            return usable().orElseGet(RuleFile::passThrough);
        }

        @Override
        public Optional<RuleFile> usable() {
            return Optional.ofNullable(isUsable.get() ? file : null);
        }

        @Override
        public Optional<RuleFile> find(String version) {
            return usable();
        }
    }

    private static Rules following(AtomicReference<RuleFile> active) {
        return new Rules() {
            @Override
            public RuleFile active() {
                return Objects.requireNonNull(active.get(), "rules");
            }

            @Override
            public Optional<RuleFile> find(String version) {
                return Optional.of(active());
            }
        };
    }

    @Test
    void anOlderInstanceIsFenced() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "weir-late");
        // Without a fence, the open transaction blocks readers for longer than the test waits.
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 900_000);
        try (KafkaProducer<byte[], byte[]> older =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
                LateService service = service(rules("good"), LateServiceTest::aboveTheLimit, LONG)) {
            older.initTransactions();
            older.beginTransaction();
            Future<RecordMetadata> sent = older.send(record("good", new byte[] {'0'}));
            older.flush();
            assertThat(sent).isDone();
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
}
