package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.standalone.cluster.StoredBodies.Body;
import io.weir.standalone.cluster.TransitionOracle.Transition;
import io.weir.standalone.cluster.WindowOracle.Sums;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The outcome of a {@link FarmLoad} under {@link FarmRules}: lines and windows in the store, and
 * transitions of alarms. Repeats count in the windows of {@code cpu_1s}, so a batch that counts
 * twice is found there.
 */
record FarmAccount(EmbeddedQuestDb questDb, String bootstrap, boolean mayForgetAlarms) {

    /** A window over groups waits for its grace of 45 s, and a busy machine for its processors. */
    private static final Duration WITHIN = Duration.ofMinutes(4);

    private static final long CHAIN_MILLIS = 5_000;

    FarmAccount(EmbeddedQuestDb questDb, String bootstrap) {
        this(questDb, bootstrap, false);
    }

    /**
     * The same where the clock of alarming was a year ahead. Alarming then forgot the alarms that were
     * normal. A forgotten alarm continues from the highest number of all forgotten alarms. So the
     * numbers of its transitions may have a gap, if its partition lagged behind others.
     */
    FarmAccount withForgottenAlarms() {
        return new FarmAccount(questDb, bootstrap, true);
    }

    /** How many lines are in the store. */
    long stored() {
        return questDb.exec("select count() from cpu")
                .path("dataset")
                .path(0)
                .path(0)
                .asLong();
    }

    /**
     * Checks an ended load: every accepted line is stored once, every window contains all its
     * values that were accepted within the grace, once in those of {@code once_1s}, and each alarm has
     * exactly one transition for every swing.
     */
    void check(FarmLoad load) {
        check(load, window -> false);
    }

    /**
     * The same where some windows were closed early: they may lack the values that arrived after.
     *
     * @param isCut by a window's begin in milliseconds
     */
    void check(FarmLoad load, LongPredicate isCut) {
        checkStored(load, isCut);
        TransitionOracle alarms = new TransitionOracle(load.hosts(), load.swings(), mayForgetAlarms);
        assertThat(alarms.mistakes(transitions(alarms.count())))
                .as("transitions of alarms")
                .isEmpty();
    }

    private void checkStored(FarmLoad load, LongPredicate isCut) {
        long lines = (long) load.accepted() * load.hosts();
        try {
            eventually("all is stored", WITHIN, () -> stored() >= lines);
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + ": " + stored() + " of " + lines + incomplete(load.accepted(), load.hosts()), e);
        }
        WindowOracle oracle =
                WindowOracle.of(load.stamps(), load.doubts(), load.acceptedMillis(), FarmRules.GRACE_MILLIS);
        Map<Long, Sums> expected = oracle.expected(load.hosts());
        expected.replaceAll((begin, sums) -> isCut.test(begin) ? sums.cut() : sums);
        Map<Long, Sums> once = oracle.withoutRepeats().expected(load.hosts());
        once.replaceAll((begin, sums) -> isCut.test(begin) ? sums.cut() : sums);
        long last = expected.entrySet().stream()
                .filter(each -> !each.getValue().mayBeMissing())
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElseThrow();
        awaitWindow("cpu_1s", last, load.hosts());
        awaitWindow("once_1s", last, load.hosts());
        long exact = expected.values().stream().filter(Sums::isExact).count();
        System.out.println(lines + " lines, " + expected.size() + " windows, " + exact
                + " of them without a post that had no answer");

        assertThat(new StoredBodies(load.stamps(), load.hosts()).mistakes(bodies()))
                .as("stored lines by body")
                .isEmpty();
        assertThat(WindowOracle.mistakes(expected, windowsUntil(last, "cpu_1s")))
                .as(() -> "sums and counts by window; rejected: " + rejected())
                .isEmpty();
        assertThat(WindowOracle.mistakes(once, windowsUntil(last, "once_1s")))
                .as(() -> "sums and counts by window, without repeats; rejected: " + rejected())
                .isEmpty();
    }

    /**
     * Checks the windows over all hosts, and those over the results of these, of an ended load whose
     * lines all arrived within the grace: each line counts once.
     */
    void checkGroups(FarmLoad load) {
        WindowOracle oracle = new WindowOracle(load.stamps(), load.doubts()).withoutRepeats();
        Map<Long, String> expected = new TreeMap<>();
        Map<Long, Long> chained = new TreeMap<>();
        oracle.expected(load.hosts()).forEach((begin, sums) -> {
            long sum = sums.leastSum() * load.hosts();
            expected.put(begin, sum + " of " + sums.leastCount() * load.hosts() + " values");
            chained.merge(Math.floorDiv(begin, CHAIN_MILLIS) * CHAIN_MILLIS, sum, Long::sum);
        });
        Map<Long, String> expectedChain = new TreeMap<>();
        chained.forEach((begin, sum) -> expectedChain.put(begin, Long.toString(sum)));
        eventually(
                "the last window is stored in all_5s",
                WITHIN,
                () -> questDb.hasRows("all_5s")
                        && rows("select timestamp, n_sum_sum from all_5s where n_sum_sum is not null")
                                .containsKey(Collections.max(expectedChain.keySet())));

        assertThat(
                        WindowOracle.differences(
                                expected,
                                rows(
                                        "select timestamp, n_sum::long || ' of ' || samples || ' values' from all_1s where n_sum is not null")))
                .as("windows over all hosts")
                .isEmpty();
        assertThat(WindowOracle.differences(
                        expectedChain,
                        rows("select timestamp, n_sum_sum::long from all_5s where n_sum_sum is not null")))
                .as("windows over the results of these")
                .isEmpty();
    }

    /** The second column of rows, by the first, a timestamp, in milliseconds. */
    private Map<Long, String> rows(String query) {
        Map<Long, String> rows = new TreeMap<>();
        questDb.rows(query)
                .forEach(row -> rows.put(
                        Instant.parse(row.path(0).asText()).toEpochMilli(),
                        row.path(1).asText()));
        return rows;
    }

    /**
     * Names the bodies of which some lines are missing in the store, with the lines that are
     * stored.
     */
    private String incomplete(int bodies, int hosts) {
        Map<Integer, List<String>> stored = new TreeMap<>();
        IntStream.range(0, bodies).forEach(number -> stored.put(number, new ArrayList<>()));
        questDb.rows("select n, hostname from cpu")
                .forEach(row -> stored.computeIfAbsent(row.path(0).asInt(), unposted -> new ArrayList<>())
                        .add(row.path(1).asText()));
        stored.values().removeIf(lines -> lines.size() == hosts);
        return ", of these bodies less than all: " + stored;
    }

    /** The stored lines of each body, by its number. */
    private Map<Integer, Body> bodies() {
        Map<Integer, Body> bodies = new TreeMap<>();
        questDb.rows("select n, count(), count_distinct(hostname), min(value), max(value), min(timestamp),"
                        + " max(timestamp) from cpu group by n")
                .forEach(row -> bodies.put(
                        row.path(0).asInt(),
                        new Body(
                                row.path(1).asLong(),
                                row.path(2).asLong(),
                                row.path(3).asLong(),
                                row.path(4).asLong(),
                                Instant.parse(row.path(5).asText()).toEpochMilli(),
                                Instant.parse(row.path(6).asText()).toEpochMilli())));
        return bodies;
    }

    /** Returns when a window of each series is stored. */
    private void awaitWindow(String table, long begin, int series) {
        eventually("a window is stored in " + table, WITHIN, () -> questDb.hasRows(table));
        eventually("the last window is stored in " + table, WITHIN, () -> {
            Sums last = windows(table).get(begin);
            return last != null && last.series() == series;
        });
    }

    private Map<Long, Sums> windowsUntil(long last, String table) {
        Map<Long, Sums> windows = windows(table);
        windows.keySet().removeIf(begin -> begin > last);
        return windows;
    }

    /** The stored values of each window over all hosts, by its start in milliseconds. */
    private Map<Long, Sums> windows(String table) {
        Map<Long, Sums> windows = new TreeMap<>();
        questDb.rows("select timestamp, count(), min(n_count), max(n_count), min(n_sum), max(n_sum)" + " from " + table
                        + " group by timestamp order by 1")
                .forEach(row -> windows.put(
                        Instant.parse(row.path(0).asText()).toEpochMilli(),
                        new Sums(
                                row.path(1).asInt(),
                                row.path(2).asLong(),
                                row.path(3).asLong(),
                                row.path(4).asLong(),
                                row.path(5).asLong())));
        return windows;
    }

    /**
     * The transitions of each alarm of the rule, in order, when there are {@code count} or more. If there are
     * fewer in the end, their comparison names those that are missing.
     */
    private Map<String, List<Transition>> transitions(int count) {
        Map<String, List<Transition>> told = new TreeMap<>();
        try (TestTopics topics = new TestTopics(bootstrap)) {
            eventually("all transitions are reported", WITHIN, () -> {
                told.clear();
                topics.read(new Topics("").events(), 0, WITHIN).stream()
                        .map(record -> AlarmJson.readEvent(record.value()))
                        .filter(event -> event.rule().equals("cpu-high"))
                        .forEach(event -> told.computeIfAbsent(event.id(), unseen -> new ArrayList<>())
                                .add(transition(event)));
                return told.values().stream().mapToInt(List::size).sum() >= count;
            });
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        return told;
    }

    /** The number of records in {@code metrics.rejected} by reason. */
    private Map<String, Long> rejected() {
        try (TestTopics topics = new TestTopics(bootstrap)) {
            return topics.readNow(new Topics("").rejected()).stream()
                    .collect(groupingBy(
                            record -> Rejection.read(record.headers()).reason(), TreeMap::new, counting()));
        }
    }

    private static Transition transition(AlarmEvent event) {
        String number = event.transition().substring(event.transition().indexOf('#') + 1);
        return new Transition(Integer.parseInt(number), event.to().toString());
    }
}
