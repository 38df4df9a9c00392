package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.Selector;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** History from raw values is that which QuestDB itself computes from the same random rows. */
@Tag("long")
class RawHistoryTest {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final long START = 1_700_000_000_000L;
    private static final int ROWS = 3_000;
    private static final int LENGTH = 5 * 3_600_000;
    private static final List<String> SELECTORS = List.of(
            "*",
            "*,host=a",
            "cpu",
            "cpu usage",
            "cpu,host=a",
            "c*,host=? usage",
            "cpu,host=a n",
            "mem",
            "* n",
            "cpu,rack=*");

    /** Texts by host, with their times. */
    private final Map<String, SortedMap<Long, String>> texts = new TreeMap<>();

    @Test
    void historyIsThatOfTheStore(@TempDir Path directory) throws Exception {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        try (EmbeddedQuestDb store = new EmbeddedQuestDb(directory).start()) {
            fill(store, random);
            StoreAddress address = new StoreAddress(
                    StoreAddress.Kind.QUESTDB,
                    store.url().replace("questdb:", "http:"),
                    "",
                    Optional.empty(),
                    Optional.empty());
            HistoryStore expected = new QuestDbHistory(new StoreHttp(address));
            HistoryStore raw = new RawHistory(new QuestDbSeries(address.http(), Optional.empty()));
            int found = 0;
            for (int i = 0; i < 100; i++) {
                long from = START + random.nextInt(-LENGTH / 2, LENGTH);
                long to = from + 1 + random.nextInt(LENGTH / (1 + random.nextInt(50)));
                Range range = new Range(
                        Selector.parse(SELECTORS.get(random.nextInt(SELECTORS.size()))),
                        from,
                        to,
                        to,
                        1 + random.nextInt(500),
                        100,
                        random.nextBoolean());
                History history = raw.read(range);
                compare(history, expected.read(range), range);
                compareTexts(history, range);
                found += history.series().size() + history.last().size();
            }
            assertThat(found).isGreaterThan(150);
        }
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
            String stamp = "cast(" + time + "000L as timestamp)";
            String host = random.nextInt(3) == 0 ? "b" : "a";
            if (random.nextInt(300) == 0) {
                mem.add("(" + stamp + ", '" + host + "', " + random.nextInt(9) + ")");
            }
            String state = random.nextInt(6) == 0 ? "s" + random.nextInt(2) : "";
            if (!state.isEmpty()) {
                texts.computeIfAbsent(host, none -> new TreeMap<>()).put(time, state);
            }
            cpu.add("(" + stamp + ", '" + host + "', " + (host.equals("b") ? "'r1'" : "null") + ", " + number(random)
                    + ", " + number(random) + ", " + (state.isEmpty() ? "null" : "'" + state + "'") + ")");
        }
        insert(store, "mem", mem);
        insert(store, "cpu", cpu);
    }

    private static String number(Random random) {
        return random.nextInt(4) == 0 ? "null" : Integer.toString(random.nextInt(100));
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

    private static String name(String measurement, Map<String, String> tags, String field) {
        return measurement + new TreeMap<>(tags) + field;
    }

    private static void compare(History history, History expected, Range range) {
        Map<String, HistorySeries> means = new TreeMap<>();
        history.series().forEach(each -> means.put(name(each.measurement(), each.tags(), each.field()), each));
        assertThat(history.series()).as("%s", range).hasSize(means.size()).hasSameSizeAs(expected.series());
        for (HistorySeries each : expected.series()) {
            List<Object[]> points = Objects.requireNonNull(
                            means.get(name(each.measurement(), each.tags(), each.field())))
                    .points();
            assertThat(points).as("%s", range).hasSameSizeAs(each.points());
            for (int i = 0; i < points.size(); i++) {
                assertThat(points.get(i)[0])
                        .as("%s", range)
                        .isEqualTo(each.points().get(i)[0]);
                assertThat((Double) points.get(i)[1])
                        .as("%s", range)
                        .isCloseTo((Double) each.points().get(i)[1], within(1e-9));
            }
        }
        assertThat(history.stepMillis()).isEqualTo(expected.stepMillis());
        assertThat(last(history)).as("%s", range).isEqualTo(last(expected));
        assertThat(history.capped()).isFalse();
    }

    /** The usual interval is of other values if the range is longer than an hour. */
    private static Map<String, String> last(History history) {
        Map<String, String> last = new TreeMap<>();
        history.last()
                .forEach(each -> last.put(
                        name(each.measurement(), each.tags(), each.field()), each.millis() + " " + each.value()));
        return last;
    }

    private void compareTexts(History history, Range range) {
        Map<String, String> expected = new TreeMap<>();
        texts.forEach((host, states) -> {
            Map<String, String> tags = host.equals("b") ? Map.of("host", "b", "rack", "r1") : Map.of("host", host);
            if (range.selector().series().test("cpu", tags)
                    && range.selector().field().matches("state")) {
                String changes = changes(new ArrayList<>(
                        states.subMap(range.fromMillis(), range.toMillis()).entrySet()));
                if (!changes.isEmpty()) {
                    expected.put(name("cpu", tags, "state"), changes);
                }
            }
        });
        Map<String, String> found = new TreeMap<>();
        for (HistorySeries each : history.texts()) {
            StringBuilder points = new StringBuilder();
            each.points()
                    .forEach(point ->
                            points.append(point[0]).append(' ').append(point[1]).append('\n'));
            found.put(name(each.measurement(), each.tags(), each.field()), points.toString());
        }
        assertThat(found).as("%s", range).isEqualTo(expected);
    }

    /** The first of each new text, and the last. */
    private static String changes(List<Map.Entry<Long, String>> states) {
        StringBuilder changes = new StringBuilder();
        for (int i = 0; i < states.size(); i++) {
            if (i == 0
                    || i == states.size() - 1
                    || !states.get(i).getValue().equals(states.get(i - 1).getValue())) {
                changes.append(states.get(i).getKey())
                        .append(' ')
                        .append(states.get(i).getValue())
                        .append('\n');
            }
        }
        return changes.toString();
    }
}
