package io.weir.query.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.TierWindows;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The windows and last values of a real store with the API of Prometheus are those of the lines that were written. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class PrometheusWindowsContract {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final Duration PLENTY = Duration.ofMinutes(5);
    private static final int ALL = 1_000_000;
    private static final int SELECTIONS = 30;
    private static final int ROWS = 600;
    private static final long START = 1_700_000_000_000L;
    private static final int MILLIS = 30_000;
    private static final long HOUR = 3_600_000;
    private static final Set<String> MEASUREMENTS = Set.of("cpu", "cpu_temp", "net_io");
    private static final List<String> FIELDS = List.of("value", "load", "bytes_in", "up");
    private static final List<String> HOSTS = List.of("h1", "h2", "a\"} or vector(1)", "größe 'x'");

    private static final List<Matcher> ANY =
            List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, "cpu.*|net.*"));

    private final List<Value> written = new ArrayList<>();

    private record Value(String measurement, Map<String, String> tags, String field, long millis, double number) {
        private String series() {
            return measurement + tags + field;
        }
    }

    private record Choice(List<Matcher> matchers, long from, long to, List<Value> expected) {
        private WindowQuery query(Set<ValueType> types, int mostSeries, int mostRows) {
            return new WindowQuery(matchers, from, to, types, mostSeries, mostRows);
        }

        private WindowQuery all() {
            return query(WindowQuery.ALL_TYPES, ALL, ALL);
        }

        @Override
        public String toString() {
            return "seed " + SEED + ": " + matchers + " from " + from + " to " + to;
        }
    }

    abstract ServerProcess server();

    /** The URL of the writer. */
    abstract String url();

    /** Makes what was written visible. */
    void flush() {}

    private PrometheusWindows store() {
        return store(MEASUREMENTS);
    }

    final PrometheusWindows store(Set<String> measurements) {
        return store("http://" + server().address(), () -> new KnownMeasurements(measurements, List.of()));
    }

    abstract PrometheusWindows store(String http, Supplier<KnownMeasurements> measurements);

    @BeforeAll
    void write() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        StringBuilder lines = new StringBuilder();
        for (int i = 30; i > 0; i--) {
            lines.append("rare load=1 ").append(START - i * HOUR).append("000000\n");
        }
        for (int i = 300; i > 0; i--) {
            lines.append("often load=1 ").append(START - 10_000L * i).append("000000\n");
        }
        for (int i : new int[] {170, 169, 168, 167, 166, 165, 6, 5, 4, 3, 2, 1}) {
            lines.append("resumed load=1 ").append(START - i * HOUR).append("000000\n");
        }
        random.ints(0, MILLIS).distinct().limit(ROWS).sorted().forEach(at -> lines.append(line(random, START + at)));
        write(lines.toString());
    }

    @AfterAll
    void stop() {
        server().close();
    }

    final void write(String lines) {
        byte[] bytes = lines.getBytes(UTF_8);
        try (Store writer =
                Stores.open(StoreCatalog.BUILT_IN.parse(url()), new StoreOptions(Optional.empty(), PLENTY))) {
            assertThat(writer.prepare(bytes, bytes.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    }))
                    .isInstanceOf(Reply.Stored.class);
            assertThat(writer.write(bytes, 0, bytes.length)).isInstanceOf(Reply.Stored.class);
        }
        flush();
    }

    private String line(Random random, long millis) {
        String measurement = MEASUREMENTS.stream().sorted().toList().get(random.nextInt(MEASUREMENTS.size()));
        Map<String, String> tags = new TreeMap<>(Map.of("host", HOSTS.get(random.nextInt(HOSTS.size()))));
        if (random.nextBoolean()) {
            tags.put("rack", "r" + random.nextInt(2));
        }
        StringBuilder line = new StringBuilder(measurement);
        tags.forEach((tag, value) -> line.append(',').append(tag).append('=').append(value.replace(" ", "\\ ")));
        line.append(" note=\"x\"");
        for (String field : FIELDS) {
            if (random.nextInt(3) > 0) {
                boolean isFlag = field.equals("up");
                double number = isFlag ? random.nextInt(2) : random.nextInt(-8_000, 8_000) / 8.0;
                String text = isFlag ? Boolean.toString(number == 1) : Double.toString(number);
                line.append(',').append(field).append('=').append(text);
                written.add(new Value(measurement, tags, field, millis, number));
            }
        }
        return line.append(' ').append(millis).append("000000\n").toString();
    }

    private Choice choice(Random random) {
        List<Matcher> matchers = new ArrayList<>();
        List<String> measurements = List.of("cpu", "cpu_temp", "net_io", "cpu|net_io", "c.*", "cpu.*|net.*");
        String measurement = measurements.get(random.nextInt(measurements.size()));
        boolean isLiteral = MEASUREMENTS.contains(measurement);
        matchers.add(
                new Matcher(PromqlNames.MEASUREMENT, isLiteral ? Comparison.EQUALS : Comparison.MATCHES, measurement));
        if (random.nextBoolean()) {
            String field = FIELDS.get(random.nextInt(FIELDS.size()));
            matchers.add(new Matcher(PromqlNames.FIELD, Comparison.EQUALS, field));
        }
        if (random.nextBoolean()) {
            boolean isRegex = random.nextBoolean();
            String host = isRegex ? "h.*" : HOSTS.get(random.nextInt(HOSTS.size()));
            matchers.add(new Matcher("host", isRegex ? Comparison.MATCHES : Comparison.EQUALS, host));
        }
        if (random.nextInt(3) == 0) {
            matchers.add(new Matcher("rack", Comparison.EQUALS_NOT, "r1"));
        }
        long from = START + random.nextInt(-1_000, MILLIS);
        long to = from + random.nextInt(random.nextBoolean() ? 10 : MILLIS);
        return new Choice(matchers, from, to, selected(matchers, from, to));
    }

    private List<Value> selected(List<Matcher> matchers, long from, long to) {
        return written.stream()
                .filter(value -> value.millis() >= from && value.millis() <= to)
                .filter(value -> matchers.stream().allMatch(each -> each.matches(label(value, each.label()))))
                .toList();
    }

    private static String label(Value value, String label) {
        return switch (label) {
            case PromqlNames.MEASUREMENT -> value.measurement();
            case PromqlNames.FIELD -> value.field();
            default -> value.tags().getOrDefault(label, "");
        };
    }

    private Choice everything() {
        return new Choice(ANY, START, START + MILLIS, selected(ANY, START, START + MILLIS));
    }

    @Test
    void windowsAreMeansOfValues() {
        Random random = new Random(SEED + 1);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            long step = 1_000L * random.nextInt(1, random.nextBoolean() ? 4 : 50);
            found += checkWindows(choice, step);
        }
        assertThat(found).isGreaterThan(SELECTIONS);
    }

    /** A part of a window may be one millisecond, and VictoriaMetrics reads a range of 4007 ms as 4006. */
    @Test
    void partsOfWindowsAreExact() {
        for (Value each : written.subList(0, 10)) {
            for (int more : List.of(0, 4_006)) {
                long to = each.millis() + more;
                Choice choice = new Choice(ANY, each.millis(), to, selected(ANY, each.millis(), to));
                assertThat(checkWindows(choice, 50_000)).isPositive();
            }
        }
    }

    /** Returns the number of series. */
    private int checkWindows(Choice choice, long step) {
        Map<String, Map<Long, List<Value>>> expected = choice.expected().stream()
                .collect(groupingBy(
                        Value::series,
                        TreeMap::new,
                        groupingBy(value -> value.millis() / step * step, TreeMap::new, toCollection(ArrayList::new))));
        WindowsBySeries windows = new WindowsBySeries();
        assertThat(store().readWindows(choice.all(), step, PLENTY, windows)).isTrue();
        assertThat(windows.bySeries.keySet()).as("%s every %d", choice, step).isEqualTo(expected.keySet());
        expected.forEach((series, means) -> {
            Map<Long, Double> actual = requireNonNull(windows.bySeries.get(series));
            assertThat(actual).as("%s every %d, %s", choice, step, series).containsOnlyKeys(means.keySet());
            means.forEach((start, values) -> assertThat(actual.get(start))
                    .as("%s every %d, %s at %d", choice, step, series, start)
                    .isCloseTo(
                            values.stream().mapToDouble(Value::number).average().orElseThrow(), within(1e-9)));
        });
        return expected.size();
    }

    @Test
    void lastValuesAreThoseOfTheRange() {
        Random random = new Random(SEED + 2);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            // The search divides a long range first.
            long before = random.nextBoolean()
                    ? 0
                    : random.nextLong(Duration.ofDays(400).toMillis());
            WindowQuery query = new WindowQuery(
                    choice.matchers(), choice.from() - before, choice.to(), WindowQuery.ALL_TYPES, ALL, ALL);
            Map<String, List<Value>> expected = selected(choice.matchers(), query.from(), query.to()).stream()
                    .collect(groupingBy(Value::series, TreeMap::new, toCollection(ArrayList::new)));
            Set<String> actual = new TreeSet<>();
            store().readLast(query, PLENTY, (measurement, tags, field, number, millis, period) -> {
                String series = measurement + new TreeMap<>(tags) + field;
                assertThat(actual.add(series)).isTrue();
                List<Value> values = expected.getOrDefault(series, List.of());
                assertThat(values).as("%s, %s", choice, series).isNotEmpty();
                Value last = values.get(values.size() - 1);
                assertThat(number + " at " + millis)
                        .as("%s, %s", choice, series)
                        .isEqualTo(last.number() + " at " + last.millis());
                if (values.size() == 1) {
                    assertThat(period).isZero();
                } else {
                    assertThat(period).isBetween(1L, (long) MILLIS);
                }
            });
            assertThat(actual).as("%s", choice).isEqualTo(expected.keySet());
            found += expected.size();
        }
        assertThat(found).isGreaterThan(SELECTIONS);
    }

    @Test
    void periodIsTheIntervalBeforeTheLastValue() {
        Map<String, Long> periods = new TreeMap<>();
        WindowQuery query = new WindowQuery(
                List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, "rare|often|resumed")),
                START - 200 * HOUR,
                START - 1,
                WindowQuery.ALL_TYPES,
                ALL,
                ALL);
        store().readLast(
                        query,
                        PLENTY,
                        (measurement, tags, field, value, at, period) -> periods.put(measurement, period));
        // Bins are known to a two-hundredth of the range, and have many intervals.
        assertThat(periods.get("often")).isCloseTo(10_000L, within(500L));
        assertThat(periods.get("rare")).isCloseTo(HOUR, within(HOUR / 29));
        // An outage is no interval.
        assertThat(periods.get("resumed")).isCloseTo(HOUR, within(HOUR / 9));
    }

    /** VictoriaMetrics repeats the value before the last 30 s, unless the evaluation is earlier. */
    @Test
    void valuesAndGapsOfTheNewestSecondsAreExact() {
        long now = System.currentTimeMillis() / 1_000 * 1_000;
        List<Long> times = List.of(now - 40_000, now - 28_000, now - 27_000, now - 3_000);
        times.forEach(time -> write("newest load=7 " + time + "000000\n"));
        WindowQuery query = new WindowQuery(
                List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, "newest")),
                now - 50_000,
                now - 1,
                WindowQuery.ALL_TYPES,
                ALL,
                ALL);
        WindowsBySeries windows = new WindowsBySeries();
        store().readWindows(query, 1_000, PLENTY, windows);
        assertThat(windows.bySeries.get("newest{}load")).containsOnlyKeys(times);
    }

    @Test
    void seriesBeyondTheLimitAreLeftOut() {
        WindowsBySeries windows = new WindowsBySeries();
        assertThat(store().readWindows(everything().query(WindowQuery.ALL_TYPES, 2, ALL), 1_000, PLENTY, windows))
                .isFalse();
        Map<String, Set<String>> tags = new TreeMap<>();
        windows.bySeries.keySet().forEach(series -> tags.computeIfAbsent(
                        series.substring(0, series.indexOf('{')), unseen -> new HashSet<>())
                .add(series.substring(series.indexOf('{'), series.lastIndexOf('}'))));
        assertThat(tags).containsOnlyKeys(MEASUREMENTS);
        assertThat(tags.values()).allSatisfy(each -> assertThat(each).hasSize(2));
    }

    @Test
    void queriesBeyondALimitAreRefused() {
        WindowsBySeries windows = new WindowsBySeries();
        assertThat(refusal(everything().query(WindowQuery.ALL_TYPES, ALL, 10), 2_000, windows))
                .hasMessageContaining("more than 10 windows; choose a shorter range, or longer windows");
        assertThat(refusal(everything().all(), 1_500, windows)).hasMessageContaining("whole seconds, not 1500 ms");
        WindowQuery ofTier = new WindowQuery(
                everything().matchers(),
                START,
                START + MILLIS,
                WindowQuery.ALL_TYPES,
                ALL,
                ALL,
                Optional.of(new TierWindows("m1", 60_000)));
        assertThat(refusal(ofTier, 60_000, windows).reason()).isEqualTo(Reason.NO_TIER);
        assertThat(windows.bySeries).isEmpty();
    }

    private EvaluationException refusal(WindowQuery query, long step, WindowsBySeries windows) {
        return catchThrowableOfType(EvaluationException.class, () -> store().readWindows(query, step, PLENTY, windows));
    }

    /** Prometheus lists names only for a GET, and tiers by processing need long lists. */
    @Test
    void namesOfALongListAreFound() {
        String names = "none_of_these|".repeat(400) + "cpu_load";
        List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, names));
        Allowance allowance = new Allowance(ALL, ALL, PLENTY);
        PrometheusSeries series = PrometheusSeries.ofPrometheus("http://" + server().address(), Map.of());
        assertThat(series.metrics(matchers, START, START + MILLIS, allowance)).containsExactly("cpu_load");
        assertThat(series.hasFields(matchers, allowance)).isTrue();
    }

    @Test
    void storeHasNumbersOnly() {
        WindowsBySeries windows = new WindowsBySeries();
        Set<ValueType> others = Set.of(ValueType.TEXT, ValueType.BOOLEAN);
        assertThat(store().readWindows(everything().query(others, ALL, ALL), 1_000, PLENTY, windows))
                .isTrue();
        assertThat(windows.bySeries).isEmpty();
    }

    @Test
    void measurementsThatAreUnknownEndBeforeAnUnderscore() {
        WindowsBySeries windows = new WindowsBySeries();
        store(Set.of()).readWindows(everything().all(), 1_000, PLENTY, windows);
        assertThat(windows.bySeries.keySet())
                .anyMatch(series -> series.startsWith("net{") && series.endsWith("}io_load"));
        // The selector names the measurement.
        List<Matcher> matchers = List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, "net_io"));
        WindowsBySeries named = new WindowsBySeries();
        store(Set.of())
                .readWindows(
                        new WindowQuery(matchers, START, START + MILLIS, WindowQuery.ALL_TYPES, ALL, ALL),
                        1_000,
                        PLENTY,
                        named);
        assertThat(named.bySeries.keySet())
                .allMatch(series -> series.startsWith("net_io{"))
                .anyMatch(series -> series.endsWith("}load"));
    }
}
