package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of a {@link FarmLoad} under {@link #RULES}: in the store, and told of alarms. */
record FarmAccount(EmbeddedQuestDb questDb, String bootstrap) {

    static final String RULES = """
            version: 1
            aggregate:
              - {name: load, match: {measurement: cpu}, fields: [n], functions: [sum, count], window: 1s, grace: 20s, keep-raw: true}
            alarms:
              - {name: cpu-high, match: {measurement: cpu}, field: value, path: [hostname], major: {above: 95}, chatter: off}
            """;

    private static final Duration WITHIN = Duration.ofSeconds(90);

    /** How many lines are in the store. */
    long stored() {
        return questDb.exec("select count() from cpu")
                .path("dataset")
                .path(0)
                .path(0)
                .asLong();
    }

    /**
     * Once a load has ended: every line that was accepted is stored once, every window is of all its values, and each alarm was told
     * once of every swing.
     */
    void check(FarmLoad load) {
        long lines = (long) load.accepted() * FarmLoad.HOSTS;
        int swings = load.swings();
        try {
            eventually("all is stored", WITHIN, () -> stored() >= lines);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + stored() + " of " + lines, e);
        }
        Map<Long, String> expected = expectedWindows(load.stamps());
        eventually("the last window is stored", WITHIN, () -> windows()
                .getOrDefault(Collections.max(expected.keySet()), "")
                .startsWith(FarmLoad.HOSTS + " "));
        Map<String, List<String>> told = transitions(swings * FarmLoad.HOSTS);
        System.out.println(lines + " lines, " + swings * FarmLoad.HOSTS + " transitions");

        assertThat(load.doubtful()).as("posts without an answer").isZero();
        assertThat(stored()).as("lines stored").isEqualTo(lines);
        Map<Long, String> windows = windows();
        windows.keySet().retainAll(expected.keySet());
        assertThat(windows).as("sums and counts by window").isEqualTo(expected);
        assertThat(told)
                .hasSize(FarmLoad.HOSTS)
                .allSatisfy((alarm, its) -> assertThat(its).as(alarm).isEqualTo(expectedTransitions(swings)));
    }

    /** What is stored of each window of all hosts, by its begin in milliseconds. */
    private Map<Long, String> windows() {
        Map<Long, String> windows = new TreeMap<>();
        questDb.rows("select timestamp, count(), min(n_count), max(n_count), min(n_sum), max(n_sum)"
                        + " from cpu_1s group by timestamp order by 1")
                .forEach(row -> windows.put(
                        Instant.parse(row.path(0).asText()).toEpochMilli(),
                        seen(
                                row.path(1).asInt(),
                                row.path(2).asLong(),
                                row.path(3).asLong(),
                                row.path(4).asLong(),
                                row.path(5).asLong())));
        return windows;
    }

    /** All but that of the last line, which nothing closes. */
    private static Map<Long, String> expectedWindows(List<Long> stamps) {
        Map<Long, long[]> all = new TreeMap<>();
        for (int number = 0; number < stamps.size() - 1; number++) {
            long[] window = all.computeIfAbsent(stamps.get(number) / 1000 * 1000, unseen -> new long[2]);
            window[0]++;
            window[1] += number;
        }
        Map<Long, String> expected = new TreeMap<>();
        all.forEach((begin, window) ->
                expected.put(begin, seen(FarmLoad.HOSTS, window[0], window[0], window[1], window[1])));
        return expected;
    }

    private static String seen(int hosts, long leastCount, long mostCount, long leastSum, long mostSum) {
        return hosts + " hosts, count " + leastCount + ".." + mostCount + ", sum " + leastSum + ".." + mostSum;
    }

    /** What was told of each alarm of the rule, in order, once so many are told, or more. */
    private Map<String, List<String>> transitions(int count) {
        Map<String, List<String>> told = new TreeMap<>();
        try (TestTopics topics = new TestTopics(bootstrap)) {
            topics.read(new Topics("").events(), count, WITHIN).stream()
                    .map(record -> AlarmJson.readEvent(record.value()))
                    .filter(event -> event.rule().equals("cpu-high"))
                    .forEach(event -> told.computeIfAbsent(event.id(), unseen -> new ArrayList<>())
                            .add(said(event)));
        }
        return told;
    }

    private static String said(AlarmEvent event) {
        return event.transition().substring(event.transition().indexOf('#') + 1) + " " + event.to();
    }

    private static List<String> expectedTransitions(int swings) {
        List<String> expected = new ArrayList<>();
        for (int number = 1; number <= swings; number++) {
            expected.add(number + (number % 2 == 1 ? " UNACKNOWLEDGED" : " NORMAL"));
        }
        return expected;
    }
}
