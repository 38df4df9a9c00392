package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.LineName;
import io.weir.dashboard.live.Selector;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of random rows in a QuestDB is that of the rows. */
class WindowHistoryTest {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final long START = 1_700_000_000_000L;
    private static final int ROWS = 3_000;
    private static final int QUERIES = Boolean.getBoolean("weir.test.long") ? 100 : 40;
    private static final long HOUR = 3_600_000;
    private static final int LENGTH = 5 * (int) HOUR;
    private static final List<String> SELECTORS = List.of(
            "*",
            "*,host=a",
            "cpu",
            "cpu usage",
            "cpu,host=a",
            "c*,host=? usage",
            "cpu,host=a n",
            "cpu,host=/[ab]/",
            "cpu,host=/(?i)B/",
            "mem",
            "* n",
            "cpu,rack=*");

    private final List<Written> written = new ArrayList<>();

    /** The values of a field by their times: numbers or texts. */
    private record Written(
            String measurement, Map<String, String> tags, String field, NavigableMap<Long, Object> values) {
        private boolean isText() {
            return field.equals("state");
        }

        private String name() {
            return measurement + tags + field;
        }

        private boolean isSelected(Range range) {
            return range.selector().series().test(measurement, tags)
                    && range.selector().field().matches(field);
        }

        private SortedMap<Long, Object> between(long from, long to) {
            return values.subMap(Math.min(from, to), to);
        }
    }

    @Test
    void historyIsThatOfTheRows(@TempDir Path directory) throws Exception {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        try (EmbeddedQuestDb store = new EmbeddedQuestDb(directory).start()) {
            fill(store, random);
            HistoryStore history = open(store);
            int found = 0;
            for (int i = 0; i < QUERIES; i++) {
                long from = START + random.nextInt(-LENGTH / 2, LENGTH);
                long to = from + 1 + random.nextInt(LENGTH / (1 + random.nextInt(random.nextBoolean() ? 2 : 50)));
                Range range = range(random, SELECTORS.get(random.nextInt(SELECTORS.size())), from, to);
                History read = history.read(range);
                check(read, range);
                found += read.series().size() + read.last().size();
            }
            assertThat(found).isGreaterThan(QUERIES * 3 / 2);
        }
    }

    @Test
    void followedSeriesHaveRoomInAnyCase(@TempDir Path directory) throws Exception {
        try (EmbeddedQuestDb store = new EmbeddedQuestDb(directory).start()) {
            fill(store, new Random(SEED));
            LineName followed = new LineName("cpu", Map.of("host", "b", "rack", "r1"), "usage");
            History history = open(store)
                    .read(new Range(
                            Selector.parse("*"),
                            START,
                            START + LENGTH,
                            START + LENGTH,
                            100,
                            Set.of(followed),
                            1,
                            true));
            assertThat(history.more()).isTrue();
            assertThat(history.capped()).isFalse();
            List<String> names = new ArrayList<>();
            history.series().forEach(each -> names.add(name(each)));
            history.texts().forEach(each -> names.add(name(each)));
            assertThat(names).hasSize(2).contains("cpu{host=b, rack=r1}usage");
            assertThat(history.last()).anyMatch(each -> each.measurement().equals("cpu"));
        }
    }

    /** The store may pass on others first. */
    @Test
    void aFullRoomHasTheLastValuesOfItsSeries() {
        HistoryPoints points = new HistoryPoints(
                new Range(Selector.parse("*"), START, START + HOUR, START + HOUR, 100, Set.of(), 1, true));
        ValueSink windows = points.windows();
        windows.row("cpu", Map.of(), START * 1_000_000);
        windows.value("usage", ValueType.FLOAT, "1.0");
        windows.value("idle", ValueType.FLOAT, "2.0");
        assertThat(points.isFull()).isTrue();

        points.last("adhoc", Map.of(), "n", 7, START, 0);
        points.last("cpu", Map.of(), "usage", 3, START + 1, 10);

        History history = points.history("raw", 1_000);
        assertThat(history.series()).extracting(HistorySeries::field).containsExactly("usage");
        assertThat(history.last()).containsExactly(new LastValue("cpu", Map.of(), "usage", START + 1, 3, 10));
        assertThat(history.more()).isTrue();
        assertThat(history.capped()).isFalse();
    }

    private static HistoryStore open(EmbeddedQuestDb store) {
        String http = store.url().replace("questdb:", "http:");
        return HistoryStores.open(
                        new StoreAddress(StoreAddress.Kind.QUESTDB, http, "", Optional.empty(), Optional.empty()),
                        () -> StorageRules.NONE,
                        Set::of)
                .orElseThrow();
    }

    private static Range range(Random random, String selector, long from, long to) {
        return new Range(
                Selector.parse(selector), from, to, to, 1 + random.nextInt(500), Set.of(), 100, random.nextBoolean());
    }

    private void fill(EmbeddedQuestDb store, Random random) {
        run(
                store,
                "CREATE TABLE cpu (timestamp TIMESTAMP, host SYMBOL, rack SYMBOL, usage DOUBLE, n LONG, state VARCHAR)"
                        + " TIMESTAMP(timestamp)");
        run(store, "CREATE TABLE mem (timestamp TIMESTAMP, host SYMBOL, n LONG) TIMESTAMP(timestamp)");
        List<String> cpu = new ArrayList<>();
        List<String> mem = new ArrayList<>();
        long time = START;
        for (int i = 0; i < ROWS; i++) {
            time += 1 + random.nextInt(2 * LENGTH / ROWS);
            String stamp = "(cast(" + time + "000L as timestamp), ";
            String host = random.nextInt(3) == 0 ? "b" : "a";
            if (random.nextInt(200) == 0) {
                mem.add(stamp + "'" + host + "', " + number(random, "mem", Map.of("host", host), "n", time) + ")");
            }
            Map<String, String> tags = host.equals("b") ? Map.of("host", "b", "rack", "r1") : Map.of("host", "a");
            String usage = number(random, "cpu", tags, "usage", time);
            String n = number(random, "cpu", tags, "n", time);
            String state = "null";
            if (random.nextInt(6) == 0) {
                state = "s" + random.nextInt(2);
                add("cpu", tags, "state", time, state);
                state = "'" + state + "'";
            }
            String rack = host.equals("b") ? "'r1'" : "null";
            cpu.add(stamp + "'" + host + "', " + rack + ", " + usage + ", " + n + ", " + state + ")");
        }
        insert(store, "mem", mem);
        insert(store, "cpu", cpu);
    }

    private String number(Random random, String measurement, Map<String, String> tags, String field, long time) {
        if (random.nextInt(4) == 0) {
            return "null";
        }
        int number = random.nextInt(100);
        add(measurement, tags, field, time, (double) number);
        return Integer.toString(number);
    }

    private void add(String measurement, Map<String, String> tags, String field, long time, Object value) {
        Written series = written.stream()
                .filter(each -> each.name().equals(measurement + new TreeMap<>(tags) + field))
                .findFirst()
                .orElseGet(() -> {
                    written.add(new Written(measurement, new TreeMap<>(tags), field, new TreeMap<>()));
                    return written.get(written.size() - 1);
                });
        series.values().put(time, value);
    }

    /** The statement is in the address of a request. */
    private static void insert(EmbeddedQuestDb store, String table, List<String> rows) {
        for (int i = 0; i < rows.size(); i += 50) {
            run(
                    store,
                    "INSERT INTO " + table + " VALUES "
                            + String.join(", ", rows.subList(i, Math.min(i + 50, rows.size()))));
        }
    }

    private static void run(EmbeddedQuestDb store, String statement) {
        assertThat(store.exec(statement).has("error")).as(statement).isFalse();
    }

    private void check(History history, Range range) {
        assertThat(history.more() || history.capped()).isFalse();
        Map<String, NavigableMap<Long, List<Object>>> windows = new TreeMap<>();
        written.stream().filter(each -> each.isSelected(range)).forEach(each -> {
            NavigableMap<Long, List<Object>> of = new TreeMap<>();
            long step = range.stepMillis();
            each.between(range.fromMillis() / step * step, range.toMillis())
                    .forEach((time, value) -> of.computeIfAbsent(time / step * step, unseen -> new ArrayList<>())
                            .add(value));
            if (!of.isEmpty()) {
                windows.put(each.name(), of);
            }
        });
        Map<String, HistorySeries> found = new TreeMap<>();
        history.series().forEach(each -> found.put(name(each), each));
        history.texts().forEach(each -> found.put(name(each), each));
        assertThat(found.keySet()).as("%s", range).isEqualTo(windows.keySet());
        found.forEach((name, series) -> checkPoints(series.points(), Objects.requireNonNull(windows.get(name)), range));
        assertThat(history.last().stream()
                        .collect(Collectors.toMap(
                                each -> each.measurement() + new TreeMap<>(each.tags()) + each.field(),
                                each -> each.millis() + " " + each.value() + " " + each.periodMillis())))
                .as("%s", range)
                .isEqualTo(range.withLast() ? last(range) : Map.of());
    }

    private static String name(HistorySeries series) {
        return series.measurement() + new TreeMap<>(series.tags()) + series.field();
    }

    private static void checkPoints(List<Object[]> points, NavigableMap<Long, List<Object>> windows, Range range) {
        if (windows.firstEntry().getValue().get(0) instanceof Double) {
            assertThat(points.stream().map(point -> point[0]))
                    .as("%s", range)
                    .containsExactlyElementsOf(windows.keySet());
            for (Object[] point : points) {
                double mean = Objects.requireNonNull(windows.get((Long) point[0])).stream()
                        .mapToDouble(value -> (Double) value)
                        .average()
                        .orElseThrow();
                assertThat((Double) point[1]).as("%s", range).isCloseTo(mean, within(1e-9));
            }
            return;
        }
        List<String> changes = new ArrayList<>();
        Object before = "";
        for (Map.Entry<Long, List<Object>> each : windows.entrySet()) {
            Object last = each.getValue().get(each.getValue().size() - 1);
            if (!last.equals(before) || each.equals(windows.lastEntry())) {
                changes.add(each.getKey() + " " + last);
            }
            before = last;
        }
        assertThat(points.stream().map(point -> point[0] + " " + point[1]))
                .as("%s", range)
                .containsExactlyElementsOf(changes);
    }

    /** By series: the time, value and usual interval of the last value. */
    private Map<String, String> last(Range range) {
        long to = range.toMillis();
        long begin = Math.min(range.fromMillis(), to - HOUR);
        List<Written> numbers = written.stream()
                .filter(each -> !each.isText() && each.isSelected(range))
                .toList();
        List<String> known = numbers.stream()
                .filter(each -> !each.between(begin, to).isEmpty())
                .map(Written::measurement)
                .toList();
        Map<String, String> last = new TreeMap<>();
        for (Written each : numbers) {
            SortedMap<Long, Object> inHour = each.between(to - HOUR, to);
            SortedMap<Long, Object> before = each.between(begin, to - HOUR);
            SortedMap<Long, Object> inDay = each.between(to - 24 * HOUR, begin);
            SortedMap<Long, Object> of = !inHour.isEmpty()
                    ? inHour
                    : !before.isEmpty() || known.contains(each.measurement()) ? before : inDay;
            if (!of.isEmpty()) {
                long time = of.lastKey();
                long period = of.size() > 1
                        ? (time - of.firstKey()) / (of.size() - 1)
                        : of == inHour && !before.isEmpty() ? time - before.lastKey() : 0;
                last.put(each.name(), time + " " + of.get(time) + " " + period);
            }
        }
        return last;
    }
}
