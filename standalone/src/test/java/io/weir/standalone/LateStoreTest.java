package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.StoreAddress;
import io.weir.late.LateService;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.query.series.SeriesSource;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service {@code late} over a real QuestDB that is stopped, and of several instances. */
@Tag("long")
@Tag("waits")
class LateStoreTest extends LateServiceCase {
    @Test
    void aShortAbsenceOfTheStoreChangesNoAlarm() {
        try (EmbeddedQuestDb store = questDb();
                LateService service = service(rules("cpu"), series(store), LONG)) {
            service.start();
            eventually("rounds are recorded", () -> times("cpu").size() >= 3);
            store.stop();
            eventually("an attempt failed", () -> meter("weir.late.failures") >= 1);
            store.start();
            long failed = times("cpu").size();
            eventually("rounds are recorded again", () -> times("cpu").size() > failed + 5);
        }
        assertConsecutive(times("cpu"));
        assertThat(lines("weir_late,late=cpu ")).allMatch(line -> line.contains(" unevaluated=\"\" "));
        assertThat(lines("weir_late_cpu")).noneMatch(line -> line.contains("held=-1"));
    }

    @Test
    void aStoreThatStaysAwayMakesAlarmsUnknown() {
        Duration catchUp = Duration.ofSeconds(10);
        double skippedBefore;
        long lastBefore;
        try (EmbeddedQuestDb store = questDb();
                LateService service = service(rules("cpu"), series(store), catchUp)) {
            service.start();
            eventually("rounds are recorded", () -> times("cpu").size() >= 3);
            double failures = meter("weir.late.failures");
            store.stop();
            eventually("an attempt failed", () -> meter("weir.late.failures") > failures);
            // A busy machine may have skipped times before the first round, too.
            skippedBefore = meter("weir.late.skipped");
            List<Long> before = times("cpu");
            lastBefore = before.get(before.size() - 1);
            eventually("the rule is unknown", () -> meter("weir.late.unknown") == 1);
            store.start();
            eventually("the rule is known", () -> meter("weir.late.unknown") == 0);
        }
        double skipped = meter("weir.late.skipped") - skippedBefore;
        assertThat(skipped).isPositive();
        List<Long> times = times("cpu");
        assertThat(gaps(times, lastBefore)).isEqualTo((long) skipped);
        assertThat(times).doesNotHaveDuplicates().isSorted();
        List<String> unknown = lines("weir_late,late=cpu ").stream()
                .filter(line -> !line.contains(" unevaluated=\"\" "))
                .toList();
        assertThat(unknown).isNotEmpty();
        // The line has the time of the last round, and as its stamp the time of the report.
        String last = unknown.get(unknown.size() - 1);
        long evaluated = Instant.parse(last.substring(last.indexOf('"') + 1, last.indexOf(": ")))
                .toEpochMilli();
        long stamp = Long.parseLong(last.substring(last.lastIndexOf(' ') + 1)) / 1_000_000;
        assertThat(times).contains(evaluated);
        assertThat(stamp - evaluated).isGreaterThan(catchUp.toMillis());
        assertThat(lines("weir_late_cpu")).isNotEmpty().noneMatch(line -> line.contains("held=-1"));
    }

    @Test
    void anInstanceTakesOverFromAKilledOne() throws Exception {
        try (EmbeddedQuestDb store = questDb()) {
            Path rules = Files.writeString(directory.resolve("late.yaml"), rules("cpu"));
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
                        int before = times("cpu").size();
                        eventually("rounds are recorded", () -> times("cpu").size() > before + 3);
                        assertThat(idle.output()).doesNotContain("late evaluates");
                        evaluating.kill();
                        idle.awaitOutput("late evaluates");
                        int after = times("cpu").size();
                        eventually(
                                "rounds are recorded again", () -> times("cpu").size() > after + 3);
                        idle.kill();
                    }
                    evaluating = late(environment);
                    evaluating.awaitOutput("late evaluates");
                }
            } finally {
                evaluating.close();
            }
        }
        List<Long> times = times("cpu");
        assertConsecutive(times);
        Set<Long> published = lines("weir_late_cpu").stream()
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) / 1_000_000)
                .collect(Collectors.toSet());
        // The last round may be killed before its lines.
        assertThat(published).containsAll(times.subList(0, times.size() - 1));
    }

    @Test
    void aRuleReadsTiersByProcessingWhereRawIsGone() {
        String rules = """
                version: 1
                storage: {by: processing, tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 2y}]}
                late:
                  - {name: old, every: 1s, delay: 0s, query: 'avg_over_time(load_value[1h] offset 30d) > 90'}
                """;
        long window = (System.currentTimeMillis() / 300_000 - 30 * 288 - 3) * 300_000;
        try (ServerProcess store = ServerProcess.victoriaMetrics("-retentionPeriod=100y")) {
            StoreAddress address = new StorePlace(
                            StoreCatalog.BUILT_IN.parse("victoriametrics://" + store.address()), Optional.empty())
                    .address()
                    .orElseThrow();
            store.post(
                    "/write",
                    "load_m5,hostname=flp1 value_mean=80,value_count=1 " + window + "000000\n"
                            + "load_m5,hostname=flp1 value_mean=100,value_count=3 " + (window + 300_000) + "000000\n");
            store.get("/internal/force_flush");
            StorageRules storage = RuleLoader.parse("late.yaml", rules).storage();
            SeriesSource history = QueryStores.series(address, () -> storage).orElseThrow();
            try (LateService service = service(rules, history, LONG)) {
                service.start();
                eventually("the rule has results", () -> lines("weir_late_old,hostname=flp1 ").stream()
                        .anyMatch(line -> line.contains("value=95 ")));
            }
        }
    }

    /** The number of times from {@code first} to the last one that were not recorded. */
    private static long gaps(List<Long> times, long first) {
        List<Long> since = times.stream().filter(time -> time >= first).toList();
        return (since.get(since.size() - 1) - first) / EVERY + 1 - since.size();
    }

    private WeirProcess late(Map<String, String> environment) throws IOException {
        return WeirProcess.start(directory, environment, new String[] {"late"});
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
}
