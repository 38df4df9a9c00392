package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.TestTopics;
import io.weir.standalone.cluster.GroupOracle.Sent;
import io.weir.standalone.cluster.RunOracle.Run;
import io.weir.standalone.cluster.RunOracle.Total;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The outcome of a {@link RunLoad} in the store: the totals of each run, of its hosts and of all. */
record RunAccount(EmbeddedQuestDb questDb, String bootstrap) {

    private static final Duration WITHIN = Duration.ofMinutes(4);

    /** How many lines with values are stored. */
    long stored() {
        return count("select count() from shift where n > 0");
    }

    /** How many hosts have a stored line in a run. */
    long hostsIn(int run) {
        return count("select count_distinct(host) from shift where run_number = '" + run + "'");
    }

    /** Zero without such a table or column. */
    private long count(String query) {
        return questDb.exec(query).path("dataset").path(0).path(0).asLong();
    }

    /** Checks an ended load. */
    void check(RunLoad load) {
        List<Run> runs = runs();
        int results = runs.size() * RunLoad.HOSTS.size();
        eventually("the runs have ended", WITHIN, () -> count("select count() from shift_run") >= results);
        List<Total> totals = totals();
        System.out.println(totals.size() + " totals of runs: " + runs);
        assertThat(RunOracle.mistakes(load.lines(), RunLoad.HOSTS, runs, totals))
                .as("totals of runs")
                .isEmpty();
        List<Sent> sent = totals.stream()
                .map(total -> new Sent(total.host() + total.run(), total.run(), total.millis(), total.sum()))
                .toList();
        new GroupAccount(questDb)
                .check(
                        "shift_total",
                        "run_number",
                        "n_sum_sum, n_sum_max",
                        GroupOracle.sumsAndMaxima(GroupOracle.sums(sent)));
    }

    /** The runs by the records of {@code control.state}. */
    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        try (TestTopics topics = new TestTopics(bootstrap)) {
            List<ConsumerRecord<byte[], byte[]>> changes = topics.readNow(Farm.TOPICS.farmState());
            for (int change = 0; change + 1 < changes.size(); change++) {
                runs.add(new Run(
                        new String(changes.get(change).value(), UTF_8),
                        changes.get(change).timestamp(),
                        changes.get(change + 1).timestamp()));
            }
        }
        return runs;
    }

    private List<Total> totals() {
        List<Total> totals = new ArrayList<>();
        questDb.rows("select timestamp, run_number, host, n_sum, n_max, seconds from shift_run")
                .forEach(row -> totals.add(new Total(
                        row.path(1).asText(),
                        row.path(2).asText(),
                        Instant.parse(row.path(0).asText()).toEpochMilli(),
                        row.path(3).asLong(),
                        row.path(4).asLong(),
                        row.path(5).asDouble())));
        return totals;
    }
}
