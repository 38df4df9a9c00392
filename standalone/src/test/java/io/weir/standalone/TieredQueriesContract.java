package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.dashboard.history.QueryStores;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.promql.Expression;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.query.tier.RuleTiers;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.tier.TierKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Queries in PromQL read the right tier of a real store, whose tiers are created and computed as {@code storage apply}
 * does.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class TieredQueriesContract {
    static final StorageRules RULES = rules("""
            - {name: raw, keep: 1d}
            - {name: m1, every: 1m, keep: 30d}
            - {name: m10, every: 10m, keep: 2y}
            """);

    static final long SECOND = 1_000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;
    static final long NOW = System.currentTimeMillis();
    static final long BEGIN = Math.floorDiv(NOW - 3 * HOUR, HOUR) * HOUR;

    /** Four windows of m1 begin here, of which two have a mean, and one of these a number of values, too. */
    static final long OLD = floor(NOW - 4 * DAY, MINUTE);

    private static final int QUERIES = 90;

    /** The values of the field {@code usage} of the host {@code a}, by their time. */
    final Map<Long, Double> raw = new HashMap<>();

    /** The address of the store, for the writer. */
    abstract String url();

    abstract Optional<String> token();

    /** Stores lines, whose times are in milliseconds. */
    abstract void write(String lines) throws Exception;

    /** Stores results of a window of the measurement {@code cpu} in a tier. */
    abstract void writeResults(String tier, String host, Map<String, Number> results, long millis) throws Exception;

    /** Whether the store itself computes ranges and groups of windows. */
    abstract boolean computesTiers();

    /** Part of the error for the tier m7. */
    abstract String missingTier();

    @BeforeAll
    void fill() throws Exception {
        Random random = random();
        apply();
        StringBuilder lines = new StringBuilder();
        for (long at = BEGIN; at < NOW; at += 10 * SECOND) {
            raw.put(at, random.nextInt(4_000) / 4.0);
            lines.append("cpu,host=a usage=")
                    .append(raw.get(at))
                    .append(",idle=1 ")
                    .append(at)
                    .append('\n');
            lines.append("cpu,host=b usage=5 ").append(at).append('\n');
        }
        for (int minute = 0; minute < 60; minute++) {
            lines.append("run,host=a state=\"")
                    .append(minute < 20 ? "IDLE" : "RUNNING")
                    .append("\",up=");
            lines.append(minute % 2 == 0)
                    .append(' ')
                    .append(BEGIN + minute * MINUTE)
                    .append('\n');
        }
        lines.append(TierQueries.lines(random, BEGIN, BEGIN + 3 * HOUR));
        lines.append("late,host=a x=1 ").append(BEGIN).append('\n');
        lines.append("log,host=a text=\"x\" ").append(BEGIN).append('\n');
        lines.append("log,host=b text=\"y\" ").append(BEGIN).append('\n');
        write(lines.toString());
        // The measurement exists now, so the tier is computed.
        apply();
        writeResults("m1", "a", Map.of("usage_mean", 111.0), floor(NOW - 2 * DAY, MINUTE));
        writeResults("m10", "a", Map.of("usage_mean", 222.0), floor(NOW - 60 * DAY, 10 * MINUTE));
        // Rules had other functions before.
        writeResults("m1", "c", Map.of("usage_mean", 111.0), OLD);
        writeResults("m1", "c", Map.of("usage_min", 4.0, "usage_max", 6.0), OLD + MINUTE);
        writeResults(
                "m1",
                "c",
                Map.of("usage_mean", 5.0, "usage_count", 2L, "usage_min", 3.0, "usage_max", 7.0),
                OLD + 2 * MINUTE);
        writeResults("m1", "c", Map.of("usage_count", 3L), OLD + 3 * MINUTE);
        // No writer has this computed.
        write("unknown,host=a x=1 " + (BEGIN + 2 * HOUR - MINUTE) + "\n");
        write("late,host=a x=1 " + (BEGIN - 5 * HOUR) + "\n");
    }

    @Test
    void selectorsOfPromqlReadTheTierThatTheyName() {
        SeriesStore store = queried();
        Allowance plenty = new Allowance(1_000_000, 1_000_000, Duration.ofMinutes(1));
        List<Matcher> minutes = matchers("cpu_usage_mean{host=\"a\",__tier__=\"m1\"}");
        Map<Long, Double> found = new HashMap<>();
        for (Series each : store.select(minutes, BEGIN, BEGIN + HOUR - 1, plenty)) {
            assertThat(each.labels()).hasToString("cpu_usage_mean{host=\"a\"}");
            for (int i = 0; i < each.stamps().length; i++) {
                found.put(each.stamps()[i], each.values()[i]);
            }
        }
        assertThat(found).isEqualTo(means(BEGIN, BEGIN + HOUR, MINUTE));
        assertThat(store.list(minutes, BEGIN, NOW, plenty)).hasSize(1);
        assertThat(store.list(matchers("cpu_usage_mean"), BEGIN, NOW, plenty)).isEmpty();
        assertThat(store.list(matchers("cpu_usage{__tier__=\"m1\"}"), BEGIN, NOW, plenty))
                .isEmpty();
        assertThatThrownBy(() -> store.select(matchers("cpu_usage_mean{__tier__=\"m7\"}"), BEGIN, NOW, plenty))
                .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.reason())
                        .isEqualTo(EvaluationException.Reason.NO_TIER))
                .hasMessageContaining(missingTier());
        assertThatThrownBy(() -> store.select(matchers("cpu_usage_mean{__tier__=~\"m.*\"}"), BEGIN, NOW, plenty))
                .hasMessageContaining("__tier__=\"NAME\" once");
    }

    /** The query of the page about storage. */
    @Test
    void meansOfAnHourAreWeightedByCounts() throws IOException {
        String query = Files.readString(Path.of("..", "docs", "storage.md"))
                .lines()
                .filter(line -> line.startsWith("sum_over_time(("))
                .findFirst()
                .orElseThrow();
        String own = query.replace("load_value", "cpu_usage")
                .replace("{", "{host=\"a\",")
                .replace("m5", "m1")
                .replace("5m", "1m");
        // A window has the time of its start.
        Result result = new Evaluator(queried(), Limits.DEFAULT).instant(Promql.parse(own), BEGIN + HOUR - MINUTE);
        assertThat(((Result.Vector) result).samples()).singleElement().satisfies(sample -> assertThat(sample.value())
                .isCloseTo(
                        Objects.requireNonNull(means(BEGIN, BEGIN + HOUR, HOUR).get(BEGIN)), within(1e-9)));
    }

    /** Without samples, because these are older than the store keeps raw; or with coarser windows than samples, on request. */
    @Test
    void queriesOfATierEqualThoseOfSamples() {
        List<StorageTier> all = RULES.tiers();
        TierQueries queries = new TierQueries((RangeSource) queried(), random());
        for (int i = 0; i < QUERIES; i++) {
            StorageTier tier = all.get(1 + i % 2);
            boolean isGone = i % 3 == 0;
            queries.compare(
                    List.of(all.get(0), tier),
                    BEGIN,
                    BEGIN + 150 * MINUTE,
                    isGone ? NOW + 2 * DAY : NOW + HOUR,
                    isGone ? 0 : tier.window().toMillis());
        }
        if (computesTiers()) {
            assertThat(queries.computed()).anyMatch(each -> each.groups().isEmpty());
            assertThat(queries.computed())
                    .as("means of series in ranges that touch")
                    .anyMatch(each -> each.groupsSeries()
                            && each.ranges().length() == each.ranges().step());
            for (RangeStatistic statistic : RangeStatistic.values()) {
                assertThat(queries.computed())
                        .anyMatch(each -> each.groups().isPresent() && each.statistic() == statistic);
            }
        } else {
            assertThat(queries.computed()).isEmpty();
        }
    }

    @Test
    void integralsOfATierAreThoseOfTheMeansOfItsWindows() {
        List<StorageTier> all = RULES.tiers();
        TierQueries queries = new TierQueries((RangeSource) queried(), random());
        for (int i = 0; i < QUERIES / 3; i++) {
            List<StorageTier> tiers = List.of(all.get(0), all.get(1 + i % 2));
            queries.compareIntegral(tiers, BEGIN, BEGIN + 150 * MINUTE, NOW + 2 * DAY);
        }
    }

    @Test
    void whatTheStoreComputesOfWindowsIsWhatTheyGive() {
        assumeTrue(computesTiers(), "it passes on windows only");
        TierQueries queries = new TierQueries((RangeSource) queried(), random());
        for (int i = 0; i < QUERIES; i++) {
            // Raw is kept for a day, so it ends within the plot.
            queries.compareComputed(RULES.tiers(), BEGIN, BEGIN + 3 * HOUR, BEGIN + DAY + HOUR);
        }
    }

    @Test
    void valuesWithoutARangeAreMeansOfTheLastWindow() {
        // The last window ended before the lookback of samples begins.
        long begin = BEGIN + HOUR + 7 * MINUTE;
        Resolution gone = new RuleTiers(tiers("m10"), NOW + 2 * DAY, 0);
        Resolution wide = new RuleTiers(tiers("m10"), NOW, 10 * MINUTE);
        for (Resolution each : List.of(gone, wide)) {
            Map<String, Double> means = TierQueries.values(new Evaluator(queried(), Limits.DEFAULT)
                    .range(Promql.parse("jobs_running"), begin, begin + HOUR, 10 * MINUTE, each));
            Map<String, Double> samples = TierQueries.values(new Evaluator(queried(), Limits.DEFAULT)
                    .range(
                            Promql.parse("label_replace(avg_over_time(jobs_running[599999ms] offset 7m1ms),"
                                    + "\"__name__\",\"jobs_running\",\"\",\"\")"),
                            begin,
                            begin + HOUR,
                            10 * MINUTE));
            assertThat(means.keySet()).isEqualTo(samples.keySet()).hasSize(7 * TierQueries.SERIES / 2);
            means.forEach((key, mean) -> assertThat(mean).isCloseTo(samples.get(key), within(1e-9)));
        }
    }

    @Test
    void aStepReadsTheTierIfRawHasLostItsRange() {
        long first = BEGIN + HOUR;
        Expression query = Promql.parse("sum by (site) (sum_over_time(jobs_n[10m]))");
        Resolution resolution = new RuleTiers(tiers("m1"), first + DAY, 0);
        Evaluator evaluator = new Evaluator(queried(), Limits.DEFAULT);
        Map<String, Double> found = TierQueries.values(
                evaluator.range(query, first - 10 * MINUTE, first + 20 * MINUTE, 10 * MINUTE, resolution));
        Map<String, Double> expected = TierQueries.values(evaluator.range(
                Promql.parse("sum by (site) (sum_over_time(jobs_n[599999ms] offset 1ms))"),
                first - 10 * MINUTE,
                first,
                10 * MINUTE));
        expected.putAll(
                TierQueries.values(evaluator.range(query, first + 10 * MINUTE, first + 20 * MINUTE, 10 * MINUTE)));
        assertThat(found).isEqualTo(expected).hasSize(4 * 4);
        assertThat(resolution.warnings()).singleElement().asString().contains("tier m1");
    }

    @Test
    void aFieldThatATierLacksIsReadFromRaw() {
        RuleTiers wide = new RuleTiers(tiers("m10"), NOW + HOUR, 10 * MINUTE);
        Evaluator evaluator = new Evaluator(queried(), Limits.DEFAULT);
        for (String query : List.of("unknown_x", "avg_over_time(unknown_x[1h])", "sum(max_over_time(unknown_x[1h]))")) {
            Map<String, Double> found = TierQueries.values(
                    evaluator.range(Promql.parse(query), BEGIN + 2 * HOUR, BEGIN + 2 * HOUR, MINUTE, wide));
            assertThat(found.values()).as(query).containsExactly(1.0);
        }
        assertThat(wide.warnings()).isEmpty();
    }

    @Test
    void aTierThatTheStoreLacksIsReplacedByRawAndReported() {
        List<StorageTier> planned = rules("""
                - {name: raw, keep: 1d}
                - {name: m7, every: 1m, keep: 30d}
                """).tiers();
        Resolution resolution = new RuleTiers(planned, NOW + HOUR, MINUTE);
        Evaluator evaluator = new Evaluator(queried(), Limits.DEFAULT);
        for (String query : List.of("jobs_running", "max_over_time(jobs_n[5m])", "sum(avg_over_time(jobs_n[5m]))")) {
            assertThat(TierQueries.values(evaluator.range(
                            Promql.parse(query), BEGIN + HOUR, BEGIN + 2 * HOUR, 10 * MINUTE, resolution)))
                    .isEqualTo(TierQueries.values(
                            evaluator.range(Promql.parse(query), BEGIN + HOUR, BEGIN + 2 * HOUR, 10 * MINUTE)))
                    .isNotEmpty();
        }
        assertThat(resolution.warnings()).singleElement().asString().contains("no tier m7");
    }

    @Test
    void windowsWithoutAResultAreNotCounted() {
        assertThat(ofOldWindows(2)).isEqualTo(Map.of("min", 4.0, "max", 6.0));
        assertThat(ofOldWindows(3)).isEqualTo(Map.of("count", 2.0, "sum", 10.0, "avg", 5.0, "min", 3.0, "max", 7.0));
        assertThat(ofOldWindows(4)).isEqualTo(Map.of("count", 5.0, "sum", 10.0, "avg", 5.0, "min", 3.0, "max", 7.0));
        Result mean = new Evaluator(queried(), Limits.DEFAULT)
                .instant(Promql.parse("cpu_usage{host=\"c\"}"), OLD + MINUTE, new RuleTiers(tiers("m1"), NOW, 0));
        assertThat(((Result.Vector) mean).samples()).extracting(Sample::value).containsExactly(111.0);
    }

    /** The results of functions over so many of the first windows, alone and as groups, which are equal. */
    private Map<String, Double> ofOldWindows(int windows) {
        Map<String, Double> results = new HashMap<>();
        for (String function : List.of("count", "sum", "avg", "min", "max")) {
            for (String query : List.of("%s", "sum by (host) (%s)")) {
                Expression call =
                        Promql.parse(query.formatted(function + "_over_time(cpu_usage{host=\"c\"}[" + windows + "m])"));
                Result result = new Evaluator(queried(), Limits.DEFAULT)
                        .instant(call, OLD + windows * MINUTE, new RuleTiers(tiers("m1"), NOW, 0));
                for (Sample each : ((Result.Vector) result).samples()) {
                    Double before = results.put(function, each.value());
                    assertThat(before).isIn(null, each.value());
                }
            }
        }
        return results;
    }

    /** Otherwise the value at a step would depend on the other steps. */
    @Test
    void aTierThatHasTheFieldIsNotReplacedByRaw() {
        Evaluator evaluator = new Evaluator(queried(), Limits.DEFAULT);
        Expression query = Promql.parse("late_x + on (host) count_over_time(late_x[1m])");
        for (long from : List.of(BEGIN - 5 * HOUR + MINUTE, BEGIN + MINUTE)) {
            RuleTiers gone = new RuleTiers(tiers("m1"), NOW + 2 * DAY, 0);
            Map<String, Double> found =
                    TierQueries.values(evaluator.range(query, from, BEGIN + MINUTE, 6 * HOUR, gone));
            assertThat(found).hasSize(from > BEGIN ? 1 : 0);
        }
    }

    /** Raw and one tier. */
    private static List<StorageTier> tiers(String name) {
        return RULES.tiers().stream()
                .filter(each -> each.isRaw() || each.name().equals(name))
                .toList();
    }

    private SeriesStore queried() {
        return new StorePlace(StoreCatalog.BUILT_IN.parse(url()), token())
                .address()
                .flatMap(address -> QueryStores.series(address, () -> RULES))
                .orElseThrow();
    }

    private static List<Matcher> matchers(String selector) {
        return ((Expression.VectorSelector) Promql.parse(selector)).matchers();
    }

    private static Random random() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        return new Random(seed);
    }

    /** The expected means, computed the simple way; sums of the numbers are exact. */
    Map<Long, Double> means(long from, long to, long window) {
        Map<Long, double[]> sums = new HashMap<>();
        raw.forEach((at, value) -> {
            if (at >= from && at < to) {
                double[] sum = sums.computeIfAbsent(floor(at, window), unseen -> new double[2]);
                sum[0] += value;
                sum[1]++;
            }
        });
        Map<Long, Double> means = new HashMap<>();
        sums.forEach((at, sum) -> means.put(at, sum[0] / sum[1]));
        return means;
    }

    static long floor(long millis, long window) {
        return Math.floorDiv(millis, window) * window;
    }

    static StorageRules rules(String tiers) {
        return RuleLoader.parse("rules.yaml", "version: 1\nstorage:\n  tiers:\n" + tiers.indent(4))
                .storage();
    }

    private void apply() throws Exception {
        TierKeeper keeper = TierKeeper.of(StoreCatalog.BUILT_IN.parse(url()), token());
        keeper.apply(keeper.plan(RULES), RULES, true, done -> {});
    }
}
