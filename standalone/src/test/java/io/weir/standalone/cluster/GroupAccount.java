package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.standalone.cluster.GroupOracle.Member;
import io.weir.standalone.cluster.GroupOracle.Window;
import io.weir.standalone.cluster.RevisionOracle.Seen;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of a {@link GroupLoad} in the store: windows over the hosts of each rack. */
record GroupAccount(EmbeddedQuestDb questDb) {

    private static final Duration WITHIN = Duration.ofMinutes(4);
    private static final long HOLD_MILLIS = 3_000;

    /**
     * Checks an ended load whose lines all arrived within the grace: each window has exactly the
     * values, held values, sources and samples of the lines that were sent.
     */
    void check(GroupLoad load) {
        assertThat(questDb.hasRows("node")).as("a late value of node is stored").isFalse();
        Map<Window, List<Member>> held = GroupOracle.newest(load.feeds(), HOLD_MILLIS);
        List<String> mistakes = new ArrayList<>();
        mistakes.addAll(
                mistakes("node_1s", "rack", "n_sum, n_max", GroupOracle.sumsAndMaxima(GroupOracle.sums(load.nodes()))));
        mistakes.addAll(mistakes("feed_1s", "rack", "n_sum, n_max", GroupOracle.sumsAndMaxima(held)));
        mistakes.addAll(mistakes(
                "balance_1s", "rack", "lost, out", GroupOracle.differences(held, GroupOracle.sums(load.sinks()))));
        assertThat(mistakes).as("windows of groups").isEmpty();
    }

    /**
     * Checks the first, revised and final results of lines of which some were late.
     *
     * @param calmUntilMillis before the first fault
     */
    void checkRevised(GroupLoad load, String bootstrap, long calmUntilMillis, boolean hasClocks) {
        RevisionOracle oracle = new RevisionOracle(load.tardy(), calmUntilMillis);
        check("tardy_1s", "rack", "n_sum, n_max", oracle.expected(line -> true));
        Map<Window, Seen> results = ResultLog.read(bootstrap, "tardy_1s");
        long revised = results.values().stream()
                .filter(each -> !each.revised().isEmpty())
                .count();
        System.out.println(revised + " windows of groups are revised");
        assertThat(oracle.mistakes(results, hasClocks)).as("revised results").isEmpty();
    }

    /** Checks the results of a rule with {@code by} over one tag. */
    void check(String table, String by, String fields, Map<Window, String> expected) {
        assertThat(mistakes(table, by, fields, expected)).as(table).isEmpty();
    }

    private List<String> mistakes(String table, String by, String fields, Map<Window, String> expected) {
        Window last = expected.keySet().stream()
                .reduce((one, other) -> one.begin() > other.begin() ? one : other)
                .orElseThrow();
        eventually("a window is stored in " + table, WITHIN, () -> questDb.hasRows(table));
        eventually("the last window is stored in " + table, WITHIN, () -> windows(table, by, fields)
                .containsKey(last));
        Map<Window, String> seen = windows(table, by, fields);
        System.out.println(seen.size() + " windows of groups in " + table);
        return WindowOracle.differences(expected, seen).stream()
                .map(each -> table + " " + each)
                .toList();
    }

    private Map<Window, String> windows(String table, String by, String fields) {
        Map<Window, String> windows = new TreeMap<>();
        questDb.rows("select timestamp, " + by + ", " + fields + ", sources, held, samples from " + table)
                .forEach(row -> windows.put(window(row), values(row)));
        return windows;
    }

    private static Window window(JsonNode row) {
        return new Window(
                row.path(1).asText(), Instant.parse(row.path(0).asText()).toEpochMilli());
    }

    private static String values(JsonNode row) {
        StringBuilder values = new StringBuilder();
        for (int column = 2; column < row.size(); column++) {
            values.append(column == 2 ? "" : " ").append(row.path(column).asText());
        }
        return values.toString();
    }
}
