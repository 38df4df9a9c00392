package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.query.tier.RuleTiers;
import io.weir.standalone.ProcessedTierHistory.Window;
import io.weir.standalone.ProcessedTierHistory.Written;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Random queries in PromQL over tiers that processing computes, and what a simple oracle expects of them. */
final class ProcessedTierQueries {
    private static final long MINUTE = 60_000;
    private static final long LOOKBACK = Limits.DEFAULT.lookback();

    /** Without one, the query is a selector. */
    private static final List<String> FUNCTIONS = List.of("", "count", "sum", "avg", "min", "max");

    /** By which a store may round, such as VictoriaMetrics: means have 12 digits. */
    private static final double PRECISION = 1e-9;

    private final SeriesStore store;
    private final StorageRules rules;
    private final Map<String, Written> written;
    private final boolean isValueNamed;
    private final Random random;
    /** The names of tiers that queries must have read. */
    private final Set<String> read = new TreeSet<>();

    /**
     * A query.
     *
     * @param function empty for a selector
     * @param range in milliseconds
     * @param longest the length of the longest windows that it may read instead of raw
     * @param now the time at which it is asked
     */
    private record Query(
            String measurement, String field, String function, String host, long range, long longest, long now) {
        boolean isSelector() {
            return function.isEmpty();
        }
    }

    /**
     * @param written by measurement, tag and field, such as {@code cpu,host=a load}
     * @param isValueNamed whether the field {@code value} is in the names of metrics
     */
    ProcessedTierQueries(
            SeriesStore store, StorageRules rules, Map<String, Written> written, boolean isValueNamed, Random random) {
        this.store = store;
        this.rules = rules;
        this.written = written;
        this.isValueNamed = isValueNamed;
        this.random = random;
    }

    Set<String> read() {
        return read;
    }

    /**
     * Compares the answer to a random query with what was written.
     *
     * @param about the test, for messages
     * @param from the first step
     * @param to not before the last step
     * @param now the time at which it is asked
     */
    void compare(String about, long from, long to, long now) {
        long unit = random.nextBoolean() ? MINUTE : 1;
        Query query = new Query(
                pick(List.of("cpu", "cpu", "cpu_temp", "run")),
                pick(List.of("value", "load")),
                pick(FUNCTIONS),
                random.nextBoolean() ? "a" : "",
                (30_000 / unit + 1 + random.nextLong(40 * MINUTE / unit)) * unit,
                pick(List.of(0L, 0L, MINUTE, 10 * MINUTE)),
                now);
        long start = from / unit * unit;
        long step = 1 + random.nextLong(20 * MINUTE / unit) * unit;
        long end = Math.min(to, start + step * random.nextInt(30));
        String text = text(query);
        Resolution resolution = RuleTiers.of(rules, now, query.longest());
        Result.Matrix answer = new Evaluator(store, Limits.DEFAULT)
                .range(Promql.parse(text), start, Math.max(start, end), step, resolution);

        Map<String, Double> found = new TreeMap<>();
        for (Series each : answer.series()) {
            assertThat(each.labels().get("__name__")).isEqualTo(query.isSelector() ? metric(query) : "");
            for (int i = 0; i < each.stamps().length; i++) {
                found.put(each.labels().get("host") + " " + each.stamps()[i], each.values()[i]);
            }
        }
        Map<String, Double> expected = new TreeMap<>();
        for (long at = start; at <= Math.max(start, end); at += step) {
            for (String host : query.host().isEmpty() ? List.of("a", "b") : List.of(query.host())) {
                Written series = written.get(query.measurement() + ",host=" + host + " " + query.field());
                Optional<Double> value = series == null ? Optional.empty() : value(query, series, at);
                if (value.isPresent()) {
                    expected.put(host + " " + at, value.get());
                }
            }
        }
        String asked = about + ": " + text + " from " + start + " every " + step + " at " + now + " up to "
                + query.longest() + " " + resolution.warnings();
        assertThat(found.keySet()).as(asked).isEqualTo(expected.keySet());
        expected.forEach((key, value) -> assertThat(Objects.requireNonNull(found.get(key)))
                .as(asked + " " + key)
                .isCloseTo(value, within(PRECISION * Math.max(1_000, Math.abs(value)))));
    }

    /** Compares the windows of several metrics with those of each, which {@link #compare} checks. */
    void compareSeveral(String about, String regex, long from, long to) {
        Set<String> expected = new TreeSet<>();
        for (String measurement : List.of("cpu", "cpu_temp")) {
            for (String field : List.of("value", "load")) {
                String name = metric(new Query(measurement, field, "", "", 0, 0, to));
                if (name.matches(regex)) {
                    expected.addAll(windows("{__name__=\"" + name + "\"}", from, to));
                }
            }
        }
        assertThat(expected).as(about).hasSizeGreaterThan(2);
        assertThat(windows("{__name__=~\"" + regex + "\"}", from, to))
                .as("%s: %s", about, regex)
                .isEqualTo(expected);
    }

    private Set<String> windows(String selector, long from, long to) {
        Set<String> all = new TreeSet<>();
        Resolution resolution = RuleTiers.of(rules, to, MINUTE);
        Result.Matrix answer = new Evaluator(store, Limits.DEFAULT)
                .range(Promql.parse(selector), from, from + 20 * MINUTE, MINUTE, resolution);
        answer.series()
                .forEach(each ->
                        all.add(each.labels() + " " + Arrays.toString(each.stamps()) + Arrays.toString(each.values())));
        assertThat(resolution.warnings()).hasSize(1).first().asString().startsWith("read from the tier");
        return all;
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String metric(Query query) {
        return query.field().equals("value") && !isValueNamed
                ? query.measurement()
                : query.measurement() + "_" + query.field();
    }

    private String text(Query query) {
        String metric = metric(query);
        String host = query.host().isEmpty() ? "" : pick(List.of("host=\"a\"", "host=~\"a|none\"", "host!=\"b\""));
        String selector =
                switch (random.nextInt(3)) {
                    case 0 -> "{__name__=~\"" + metric.substring(0, metric.length() - 1) + ".\"," + host + "}";
                    case 1 -> "{__name__=\"" + metric + "\"," + host + "}";
                    default -> metric + "{" + host + "}";
                };
        if (query.isSelector()) {
            return selector;
        }
        String call = query.function() + "_over_time(" + selector + "[" + query.range() + "ms])";
        return random.nextBoolean() ? call : "sum by (host) (" + call + ")";
    }

    private Optional<Double> value(Query query, Written series, long at) {
        long before = query.isSelector() ? LOOKBACK : query.range();
        Optional<StorageTier> tier = tier(query, at - before, at).filter(each -> has(query, series, each));
        read.add(tier.map(StorageTier::name).orElse(StorageTier.RAW));
        if (tier.isEmpty()) {
            NavigableMap<Long, Double> samples = series.raw.subMap(at - before, true, at, true);
            return samples.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            query.isSelector() ? samples.lastEntry().getValue() : ofSamples(query, samples.values()));
        }
        long length = tier.get().window().toMillis();
        long reach = query.isSelector() ? Math.max(before, length) + 1 : before;
        NavigableMap<Long, Window> windows = Objects.requireNonNull(
                        series.tiers.get(tier.get().name()))
                .subMap(at - reach - length + 1, false, at - length + 1, true);
        return windows.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        query.isSelector()
                                ? windows.lastEntry().getValue().mean()
                                : ofWindows(query, windows.values()));
    }

    /** The finest tier with the beginning, or a coarser one that is permitted and has the end, too. */
    private Optional<StorageTier> tier(Query query, long from, long to) {
        long delay = rules.processed().orElseThrow().grace().toMillis() + MINUTE;
        StorageTier last = rules.tiers().get(0);
        StorageTier chosen = null;
        for (StorageTier each : rules.tiers()) {
            long window = each.isRaw() ? 0 : each.window().toMillis();
            if (window > query.range() && !query.isSelector()) {
                continue;
            }
            last = each;
            boolean isPermitted = window <= query.longest() && to <= query.now() - window - delay;
            if (from >= query.now() - each.keep().toMillis() && (chosen == null || isPermitted)) {
                chosen = each;
            }
        }
        return Optional.of(chosen == null ? last : chosen).filter(each -> !each.isRaw());
    }

    /** Whether the tier has the results that the query needs. */
    private static boolean has(Query query, Written series, StorageTier tier) {
        NavigableMap<Long, Window> windows = series.tiers.get(tier.name());
        return windows != null
                && switch (query.function()) {
                    case "", "max" -> true;
                    case "min" -> false;
                    default -> windows.values().stream().anyMatch(each -> each.count() > 0);
                };
    }

    private static double ofSamples(Query query, Collection<Double> samples) {
        var all = samples.stream().mapToDouble(each -> each).summaryStatistics();
        return switch (query.function()) {
            case "count" -> all.getCount();
            case "sum" -> all.getSum();
            case "avg" -> all.getAverage();
            case "min" -> all.getMin();
            default -> all.getMax();
        };
    }

    /** All windows have the maximum 1. */
    private static double ofWindows(Query query, Collection<Window> windows) {
        double count = windows.stream().mapToDouble(Window::count).sum();
        double sum =
                windows.stream().mapToDouble(each -> each.mean() * each.count()).sum();
        return switch (query.function()) {
            case "count" -> count;
            case "sum" -> sum;
            case "avg" -> sum / count;
            default -> 1;
        };
    }
}
