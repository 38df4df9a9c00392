package io.weir.standalone.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.standalone.cluster.BitOracle.Result;
import io.weir.standalone.cluster.GroupOracle.Window;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The outcome of each {@link BitLoad} in the store: windows over the processes of a host. */
record BitAccount(EmbeddedQuestDb questDb) {

    /**
     * Rules over lines that arrive as they were sent, and over lines that the gateway makes of them. A line
     * that the gateway sends twice changes the count, and one that replaces another the sum.
     *
     * @param graceSeconds of lines that arrive as they were sent
     * @param graceOfAggregates of the others, in seconds
     */
    static String rules(int graceSeconds, int graceOfAggregates) {
        return """
                version: 1
                aggregate:
                  - {name: lines, match: {measurement: job}, by: [host], fields: [v], functions: [count, sum, min, max], of: samples, window: 1s, grace: POSTED, as: job_1s}
                  - {name: counts, match: {measurement: job_v}, by: [host], fields: [count_delta], functions: [sum], of: sum, window: 1s, grace: GRACE, as: count_1s, repeats: count}
                  - {name: sums, match: {measurement: job_v}, by: [host], fields: [sum_delta], functions: [sum], of: sum, window: 1s, grace: GRACE, as: sum_1s}
                  - {name: least, match: {measurement: job_v}, by: [host], fields: [min], functions: [min], of: samples, window: 1s, grace: GRACE, as: least_1s}
                  - {name: most, match: {measurement: job_v}, by: [host], fields: [max], functions: [max], of: samples, window: 1s, grace: GRACE, as: most_1s}
                """.replace("POSTED", graceSeconds + "s").replace("GRACE", graceOfAggregates + "s");
    }

    /** The windows of lines that arrived as they were sent. */
    Map<Window, Result> ofLines() {
        return questDb.hasRows("job_1s")
                ? results("select timestamp, host, v_count, v_sum, v_min, v_max from job_1s")
                : Map.of();
    }

    /** The windows of lines that the gateway aggregated, of which all results are stored. */
    Map<Window, Result> ofAggregates() {
        return Stream.of("count_1s", "sum_1s", "least_1s", "most_1s").allMatch(questDb::hasRows)
                ? results("""
                        select c.timestamp, c.host, count_delta_sum, sum_delta_sum, min_min, max_max
                        from count_1s c join sum_1s s on (timestamp, host)
                        join least_1s l on (timestamp, host) join most_1s m on (timestamp, host)""")
                : Map.of();
    }

    /** The windows with values: the first window after them has a result without one. */
    private Map<Window, Result> results(String query) {
        Map<Window, Result> results = new TreeMap<>();
        for (JsonNode row : questDb.rows(query)) {
            if (!row.path(2).isNull()) {
                long begin = Instant.parse(row.path(0).asText()).toEpochMilli();
                results.put(
                        new Window(row.path(1).asText(), begin),
                        new Result(number(row, 2), number(row, 3), number(row, 4), number(row, 5)));
            }
        }
        return results;
    }

    private static long number(JsonNode row, int column) {
        return (long) row.path(column).asDouble();
    }
}
