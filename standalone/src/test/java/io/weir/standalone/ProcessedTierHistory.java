package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.storage.ProcessedTiers;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.dashboard.history.History;
import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.HistoryStores;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.live.Selector;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.SeriesStore;
import io.weir.query.tier.RuleTiers;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The history of the page, and queries in PromQL, from tiers that processing computes, in a real store. The values of
 * tiers are greater than those of raw, so that a test sees what was read.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ProcessedTierHistory {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final long NOW = 1_700_000_000_000L;
    private static final long BEGIN = (NOW - 4 * HOUR) / HOUR * HOUR;
    private static final double MORE = 10_000;
    private static final List<StorageTier> TIERS = List.of(
            new StorageTier(StorageTier.RAW, Optional.empty(), Duration.ofHours(2)),
            new StorageTier("m1", Optional.of(Duration.ofMinutes(1)), Duration.ofHours(6)),
            new StorageTier("m10", Optional.of(Duration.ofMinutes(10)), Duration.ofDays(30)));
    private static final StorageRules RULES =
            new StorageRules(TIERS, List.of(), List.of(), Optional.of(new ProcessedTiers(GRACE, Repeats.REPLACE)));
    private static final List<String> SELECTORS =
            List.of("cpu", "cpu,host=a load", "cpu_temp", "*", "cpu* value", "run");

    private final Map<String, Written> written = new TreeMap<>();

    /** A field of a series: values, and windows by tier. */
    static final class Written {
        final NavigableMap<Long, Double> raw = new TreeMap<>();
        /** Empty for a field that no tier has. */
        final Map<String, NavigableMap<Long, Window>> tiers = new TreeMap<>();
    }

    /** @param count zero if the tier has none */
    record Window(double mean, int count) {}

    /** The URL of the store. */
    abstract String url();

    Optional<String> token() {
        return Optional.empty();
    }

    /** Makes what was written visible. */
    void flush() {}

    @BeforeAll
    void write() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        Map<String, List<String>> lines = new TreeMap<>();
        for (String name : List.of("cpu,host=a", "cpu,host=b", "cpu_temp,host=a", "run,host=a")) {
            for (String field : List.of("value", "load")) {
                series(name, field, random, lines);
            }
        }
        try (Store writer =
                Stores.open(StoreCatalog.BUILT_IN.parse(url()), new StoreOptions(token(), Duration.ofMinutes(1)))) {
            byte[] bytes = text(lines).getBytes(UTF_8);
            assertThat(writer.prepare(bytes, bytes.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    }))
                    .isInstanceOf(Reply.Stored.class);
            assertThat(writer.write(bytes, 0, bytes.length)).isInstanceOf(Reply.Stored.class);
        }
        flush();
        Range all = range("*", NOW - HOUR, NOW, 2_000);
        eventually("all lines are visible", () -> isVisible(all));
    }

    /** Adds fields to the line of a time and a series: QuestDB has one row of both. */
    private static void add(Map<String, List<String>> lines, String timeAndSeries, String fields) {
        lines.computeIfAbsent(timeAndSeries, unseen -> new ArrayList<>()).add(fields);
    }

    private static String text(Map<String, List<String>> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach((timeAndSeries, fields) -> {
            int space = timeAndSeries.indexOf(' ');
            text.append(timeAndSeries, space + 1, timeAndSeries.length())
                    .append(' ')
                    .append(String.join(",", fields))
                    .append(' ')
                    .append(timeAndSeries, 0, space)
                    .append("000000\n");
        });
        return text.toString();
    }

    private boolean isVisible(Range all) {
        try {
            return store().read(all).series().size() == written.size();
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void series(String name, String field, Random random, Map<String, List<String>> lines) {
        Written series = written.computeIfAbsent(name + " " + field, unseen -> new Written());
        for (long at = BEGIN; at < NOW; at += SECOND * random.nextLong(5, 40)) {
            if (random.nextInt(40) == 0) {
                at += 7 * MINUTE;
            }
            double value = random.nextInt(8_000) / 8.0;
            series.raw.put(at, value);
            add(lines, at + " " + name, field + "=" + value);
        }
        if (name.startsWith("run")) {
            return;
        }
        TIERS.stream().filter(tier -> !tier.isRaw()).forEach(tier -> {
            NavigableMap<Long, Window> windows = new TreeMap<>();
            long length = tier.window().toMillis();
            for (long start = BEGIN; start + length + GRACE.toMillis() <= NOW - MINUTE; start += length) {
                var values = series.raw.subMap(start, start + length).values();
                if (!values.isEmpty()) {
                    double mean =
                            MORE + values.stream().mapToDouble(each -> each).sum() / values.size();
                    boolean hasCount = !name.startsWith("cpu_temp");
                    windows.put(start, new Window(mean, hasCount ? values.size() : 0));
                    String count = hasCount ? ",%s_count=%di".formatted(field, values.size()) : "";
                    add(
                            lines,
                            start + " " + name.replace(",", tier.ending() + ","),
                            field + "_mean=" + mean + "," + field + "_max=1.0" + count);
                }
            }
            series.tiers.put(tier.name(), windows);
        });
    }

    private HistoryStore store() {
        return new StorePlace(StoreCatalog.BUILT_IN.parse(url()), token())
                .address()
                .flatMap(found -> HistoryStores.open(found, () -> RULES, () -> Set.of("cpu", "cpu_temp")))
                .orElseThrow();
    }

    private static Range range(String selector, long from, long to, int points) {
        return new Range(Selector.parse(selector), from, to, NOW, points, Set.of(), 200, true);
    }

    @Test
    void historyIsThatOfTheTierAndThenOfRaw() throws Exception {
        Random random = new Random(SEED + 1);
        Map<String, Integer> tiers = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            long from = BEGIN + random.nextLong(4 * HOUR - 5 * MINUTE);
            long to = random.nextBoolean() ? NOW : from + 1 + random.nextLong(NOW - from);
            Range range = range(
                    SELECTORS.get(random.nextInt(SELECTORS.size())),
                    from,
                    to,
                    1 + random.nextInt(random.nextBoolean() ? 20 : 600));
            History history = store().read(range);
            check(history, range);
            tiers.merge(history.tier(), 1, Integer::sum);
        }
        assertThat(tiers).as("seed %d", SEED).containsOnlyKeys("raw", "m1", "m10");
    }

    private void check(History history, Range range) {
        String about = "seed " + SEED + ": " + range + " " + history.tier();
        long step = history.stepMillis();
        long from = range.fromMillis() / step * step;
        long end = TIERS.stream()
                .filter(tier -> tier.name().equals(history.tier()) && !tier.isRaw())
                .map(tier -> (NOW - GRACE.toMillis() - MINUTE - tier.window().toMillis()) / step * step)
                .map(last -> Math.min(range.toMillis(), last))
                .findFirst()
                .orElse(from);
        Map<String, NavigableMap<Long, Double>> expected = new TreeMap<>();
        written.forEach((name, series) -> {
            NavigableMap<Long, Double> points = new TreeMap<>();
            Optional.ofNullable(series.tiers.get(history.tier()))
                    .filter(windows -> range.fromMillis() < end)
                    .ifPresent(windows -> windows.subMap(from, end)
                            .forEach((start, unused) -> points.put(
                                    start / step * step, mean(windows, from, end, start / step * step, step))));
            long rawFrom = Math.max(from, end);
            series.raw.subMap(rawFrom, Math.max(rawFrom, range.toMillis())).forEach((at, unused) -> {
                long start = at / step * step;
                points.put(
                        start,
                        series
                                .raw
                                .subMap(Math.max(start, rawFrom), Math.min(start + step, range.toMillis()))
                                .values()
                                .stream()
                                .mapToDouble(each -> each)
                                .average()
                                .orElseThrow());
            });
            if (!points.isEmpty() && isSelected(name, range.selector())) {
                expected.put(name, points);
            }
        });
        Map<String, HistorySeries> found = new TreeMap<>();
        history.series()
                .forEach(each ->
                        found.put(each.measurement() + ",host=" + each.tags().get("host") + " " + each.field(), each));
        assertThat(found.keySet()).as(about).isEqualTo(expected.keySet());
        expected.forEach((name, points) -> {
            List<Object[]> actual = Objects.requireNonNull(found.get(name)).points();
            assertThat(actual.stream().map(point -> point[0]))
                    .as(about + name)
                    .containsExactlyElementsOf(points.keySet());
            actual.forEach(point -> assertThat((Double) point[1])
                    .as("%s %s at %s", about, name, point[0])
                    .isCloseTo(Objects.requireNonNull(points.get((Long) point[0])), within(1e-6)));
        });
        assertThat(history.last()).as(about).allSatisfy(last -> assertThat(last.value())
                .isLessThan(MORE));
        assertThat(history.capped() || history.more()).as(about).isFalse();
    }

    private static double mean(NavigableMap<Long, Window> windows, long from, long to, long start, long step) {
        var inBin = windows.subMap(Math.max(from, start), Math.min(to, start + step))
                .values();
        double sum = 0;
        double weights = 0;
        for (Window each : inBin) {
            int weight = each.count() == 0 ? 1 : each.count();
            sum += each.mean() * weight;
            weights += weight;
        }
        return sum / weights;
    }

    private static boolean isSelected(String name, Selector selector) {
        String measurement = name.substring(0, name.indexOf(','));
        String host = name.substring(name.indexOf('=') + 1, name.indexOf(' '));
        return selector.series().test(measurement, Map.of("host", host))
                && selector.field().matches(name.substring(name.indexOf(' ') + 1));
    }

    private SeriesStore series() {
        return new StorePlace(StoreCatalog.BUILT_IN.parse(url()), token())
                .address()
                .flatMap(found -> QueryStores.series(found, () -> RULES))
                .orElseThrow();
    }

    private ProcessedTierQueries queries(Random random) {
        boolean isValueNamed = url().startsWith("victoriametrics:");
        return new ProcessedTierQueries(series(), RULES, written, isValueNamed, random);
    }

    @Test
    void queriesReadTheTierThatTheRulesGive() {
        Random random = new Random(SEED + 2);
        ProcessedTierQueries queries = queries(random);
        for (int i = 0; i < 150; i++) {
            long from = BEGIN + random.nextLong(NOW - BEGIN);
            long now = NOW + random.nextLong(4) * 75 * MINUTE;
            queries.compare("seed " + SEED, from, NOW, now);
        }
        assertThat(queries.read()).as("seed %d", SEED).containsExactlyInAnyOrder("raw", "m1", "m10");
    }

    @Test
    void severalMetricsAreReadAsEachOfThem() {
        ProcessedTierQueries queries = queries(new Random(SEED + 3));
        for (String regex : List.of("cpu.*", ".*(load|value)", "cpu_load|cpu_temp_load|cpu|cpu_value|none")) {
            queries.compareSeveral("seed " + SEED, regex, BEGIN, NOW);
        }
    }

    /** Raw is gone by the rules, so a late rule without a result would return to normal. */
    @Test
    void queriesReportATierWithoutAnyMetric() {
        List<StorageTier> tiers =
                List.of(TIERS.get(0), new StorageTier("m30", Optional.of(Duration.ofMinutes(30)), Duration.ofDays(30)));
        StorageRules other = new StorageRules(tiers, List.of(), List.of(), RULES.processed());
        for (String query : List.of("cpu_load", "{__name__=~\"cpu.*\"}", "sum(max_over_time(cpu_load[35m]))", "none")) {
            Resolution resolution = RuleTiers.of(other, NOW, 0);
            Result unused = new Evaluator(series(), Limits.DEFAULT).instant(Promql.parse(query), BEGIN, resolution);
            assertThat(resolution.missing()).as(query).hasValueSatisfying(text -> assertThat(text)
                    .contains("no tier m30", "stored 41m after"));
        }
    }

    /** The page also shows a tier as metrics of their own, if it is asked for. */
    @Test
    void tierIsShownByItsName() throws Exception {
        History history = store().read(range("cpu_m1,host=a load*", NOW - HOUR, NOW - HOUR / 2, 2_000));
        assertThat(history.series())
                .extracting(HistorySeries::measurement, HistorySeries::field)
                .containsExactlyInAnyOrder(
                        tuple("cpu_m1", "load_mean"), tuple("cpu_m1", "load_max"), tuple("cpu_m1", "load_count"));
    }
}
