package io.weir.standalone.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.CommandRun;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandTest {

    private final Path directory;

    RulesCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void checkPrintsTheVersionAndCounts() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, major: {above: 80}}
                """);

        assertThat(process(0, Map.of(), "check", "rules.yaml")).matches("rules.yaml: version [0-9a-f]{12}: alarms 1\n");
    }

    @Test
    void checkRefusesAWrongQueryOfALateRule() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                late:
                  - {name: fine, query: load > 5, every: 1m}
                  - {name: wrong, query: "raet(load[5m]) > 5", every: 1m}
                """);

        assertThat(output(1, "check", "rules.yaml"))
                .startsWith("rules.yaml:4: error: late[1]: query: ")
                .contains("raet")
                .doesNotContain("late[0]");
    }

    @Test
    void checkRefusesLabelsThatNoResultOfALateRuleHas() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                late:
                  - {name: all, query: load > 5, every: 1m, path: [host], message: "{rule} of {host}: {severity}"}
                  - {name: kept, query: sum by (host) (load) > 5, every: 1m, path: [host]}
                  - {name: lost, query: "sum by (host, rack) (load) > 5", every: 1m, path: [host, room], message: "{cpu}"}
                  - {name: none, query: sum(load) > 5, every: 1m, path: [host]}
                  - {name: gone, query: sum without (host) (load) > 5, every: 1m, path: [host]}
                """);

        assertThat(output(1, "check", "rules.yaml")).startsWith("""
                        rules.yaml:5: error: late[2].message: names the label cpu, which no result of the query has; \
                        results have at most host, rack
                        rules.yaml:5: error: late[2].path: names the label room, which no result of the query has; \
                        results have at most host, rack
                        rules.yaml:6: error: late[3].path: names the label host, which no result of the query has; \
                        results have no labels; aggregate by (…) the labels to keep
                        rules.yaml:7: error: late[4].path: names the label host, which no result of the query has; \
                        the query removes host; name other labels
                        """);
    }

    @Test
    void checkWarnsOfAQueryThatReadsMuch() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                late:
                  - {name: fine, query: "avg_over_time(load[23d]) > 5", every: 1d}
                  - {name: wide, query: "avg_over_time(load[20d]) > max_over_time(load[4d] offset 1y)", every: 1d}
                """);

        assertThat(output(0, "check", "rules.yaml"))
                .startsWith("rules.yaml:4: warning: late[1].query: reads 2073600 s of each series in every evaluation:"
                        + " with a value each second, one series has more samples than a query has in memory by"
                        + " default, 2000000; shorten its ranges, or set late.samples\nrules.yaml: version ");
    }

    @Test
    void checkWarnsOfALateRuleThatLooksBackBeyondItsTier() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                storage:
                  tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 30d}]
                late:
                  - {name: fits, query: "rate(load[7d]) + avg_over_time(load[10m] offset 4w) > 5", every: 1h}
                  - {name: raw-only, query: "rate(load[10m] offset 1w) > 5", every: 1h}
                  - {name: too-old, query: "load offset 31d > 5", every: 1h}
                  - {name: short, query: "avg_over_time(load[1m] offset 8d) > 5", every: 1h}
                  - {name: nested, query: "max_over_time(rate(load[5m])[8d:1h]) > 5", every: 1h}
                  - {name: fixed, query: "load - (load @ 1700000000) > 5", every: 1h}
                  - {name: named-tier, query: 'rate(load_sum{__tier__="m5"}[10d]) > 1', every: 1h}
                """);

        String end = ": older values are missing, and a series without a result is normal; shorten its ranges and"
                + " offsets, or set a longer keep of the tier ";
        String raw = " old, but functions such as rate read the tier raw only, which keeps 7d" + end + "raw\n";
        String most = " old, but of the tiers that it can read, ";
        assertThat(output(0, "check", "rules.yaml"))
                .startsWith(
                        "rules.yaml:6: warning: late[1].query: the late rule raw-only reads values that are up to 169h"
                                + raw
                                + "rules.yaml:7: warning: late[2].query: the late rule too-old reads values that are up to 745h"
                                + most + "m5 keeps the most, 30d" + end + "m5\n"
                                + "rules.yaml:8: warning: late[3].query: the late rule short reads values that are up to 193h"
                                + most + "raw keeps the most, 7d" + end + "raw\n"
                                + "rules.yaml:9: warning: late[4].query: the late rule nested reads values that are up to 193h"
                                + raw
                                + "rules.yaml:10: warning: late[5].query: the late rule fixed reads values of a fixed time, but of"
                                + " the tiers that it can read, m5 keeps the most, 30d" + end
                                + "m5\nrules.yaml: version ");
    }

    @Test
    void checkRefusesALateRuleThatNeverHasAnAnswer() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                late:
                  - {name: wrong, query: "label_replace(load, 'rack', '$1', 'host', '(') > 5", every: 1m}
                """);

        assertThat(output(1, "check", "rules.yaml"))
                .startsWith("rules.yaml:3: error: late[0].query: has no answer even without any series;"
                        + " label_replace: invalid regular expression");
    }

    @Test
    void checkAcceptsTheExampleOfLateRules() throws Exception {
        Files.copy(Path.of("..", "docs", "examples", "late.yaml"), directory.resolve("rules.yaml"));

        assertThat(process(0, Map.of(), "check", "rules.yaml")).matches("rules.yaml: version [0-9a-f]{12}: late 2\n");
    }

    @Test
    void checkWarnsAndFailsForAWarningIfStrict() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                enrich:
                  - {name: all, match: {measurement: cpu}, drop: [core]}
                """);

        String warned = output(0, "check", "rules.yaml");

        assertThat(warned).contains("rules.yaml:3: warning: enrich[0].drop: ").contains("rules.yaml: version ");
        assertThat(process(1, Map.of(), "check", "rules.yaml", "--strict")).isEqualTo(warned);
    }

    @Test
    void checkAgainstARecordingSuggestsAHold() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                aggregate:
                  - {name: short, match: {measurement: a}, by: [], fields: [v], functions: [sum], of: mean, window: 1s}
                  - {name: enough, match: {measurement: b}, by: [], fields: [v], functions: [sum], of: mean, window: 10s}
                  - {name: never, match: {measurement: a}, by: [], fields: [v], functions: [sum], hold: 0s, window: 2s}
                """);
        StringBuilder lines = new StringBuilder();
        for (int second = 0; second < 60; second += 5) {
            lines.append("a v=1 %d000000000\nb v=1 %d000000000\n".formatted(second, second));
        }
        Files.writeString(directory.resolve("recording.txt"), lines);

        assertThat(output(0, "check", "rules.yaml", "--against", "recording.txt"))
                .startsWith("rules.yaml:3: warning: aggregate[0].hold: in the recording, series left their group and"
                        + " returned 11 times; write hold: 4s, which keeps them\nrules.yaml: version ");
        assertThat(output(1, "check", "rules.yaml", "--against", "none.txt")).contains("none.txt does not exist");
    }

    @Test
    void checkAgainstARecordingNotesIntegerResults() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                aggregate:
                  - {name: bytes, match: {measurement: disk}, fields: [bytes], functions: [last, mean], window: 1s}
                """);
        Files.writeString(directory.resolve("recording.txt"), "disk bytes=1i 1000000000\n");

        assertThat(output(0, "check", "rules.yaml", "--against", "recording.txt", "--strict"))
                .startsWith("rules.yaml:3: note: aggregate[0].functions: in the recording, results are integers:"
                        + " bytes_last; if a store has floats in these fields, convert bytes with scale: 1, or set"
                        + " type-changes in the writer\nrules.yaml: version ");
    }

    @Test
    void checkNotesTheMemoryOfRevisions() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                aggregate:
                  - {name: load, match: {measurement: cpu}, fields: [value], functions: [mean], window: 10s, late: revise, for: 1m}
                  - {name: total, match: {measurement: cpu}, by: [], fields: [value], functions: [sum], of: sum, window: 10s, as: all, repeats: count, late: revise, for: 1m}
                  - {name: waits, match: {measurement: wait}, by: [], exponential: s, functions: [p90], window: 10s, every: 5s, as: waits, late: revise, for: 1m}
                """);

        assertThat(output(0, "check", "rules.yaml", "--strict"))
                .startsWith("rules.yaml:3: note: aggregate[0].for: each series keeps the last 72s a second time:"
                        + " 16 bytes for each value, up to 16 KiB for each field\n"
                        + "rules.yaml:4: note: aggregate[1].for: each series keeps the last 72s a second time:"
                        + " the sums of each window, for each field\n"
                        + "rules.yaml:5: note: aggregate[2].for: each series keeps the last 72s a second time:"
                        + " 32 bytes for each of at most 1024 histograms, and about 3 for each bucket with observations\n"
                        + "rules.yaml: version ");
    }

    @Test
    void schemaIsPrinted() throws Exception {
        assertThat(output(0, "schema"))
                .startsWith("{\n  \"$schema\" : \"https://json-schema.org/draft/2020-12/schema\"")
                .contains("\"aggregate\"");
    }

    @Test
    void checkAndApplyReportAllMistakes() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), "version: 1\nalarmz: []\nroutes: []\n");

        for (String command : new String[] {"check", "apply"}) {
            assertThat(output(1, command, "rules.yaml").lines())
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("rules.yaml:"));
        }
    }

    @Test
    void checkAndApplyRefuseAnAlarmOnAResultThatNoRuleMakes() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), """
                version: 1
                aggregate:
                  - {name: cpu-1s, match: {measurement: cpu}, fields: [v], functions: [mean], window: 1s}
                alarms:
                  - {name: hot, match: {measurement: cpu_1s}, field: v_maen, major: {above: 80}}
                """);

        for (String command : new String[] {"check", "apply"}) {
            assertThat(output(1, command, "rules.yaml"))
                    .isEqualTo("rules.yaml:5: error: alarms[0].field: results of aggregate[0] in line 3 have no field"
                            + " v_maen; did you mean \"v_mean\"?\n");
        }
    }

    @Test
    void applyPublishesOnce() throws Exception {
        Files.writeString(directory.resolve("first.yaml"), "version: 1\n");
        Files.writeString(directory.resolve("rules.yaml"), "version: 1 # mine\n");
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next())) {
            createTopics(KafkaSettings.defaults().withBootstrap(broker.bootstrap()));
            String bootstrap = "--bootstrap=" + broker.bootstrap();

            assertThat(output(0, "apply", "first.yaml", bootstrap)).startsWith("none -> ");
            assertThat(process(0, Map.of(), "apply", "rules.yaml", bootstrap))
                    .contains(" -> ")
                    .doesNotContain("none");
            assertThat(output(0, "apply", "rules.yaml", bootstrap)).contains("is active already");
            assertThat(output(0, "apply", "rules.yaml", bootstrap, "--again")).contains(" -> ");
            assertThat(process(1, Map.of("WEIR_KAFKA_PREFIX", "other."), "apply", "rules.yaml", bootstrap))
                    .contains("no topic other.weir.rules");
        }
    }

    private static void createTopics(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    @Test
    void applyReportsThatKafkaDoesNotAnswer() throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), "version: 1\n");

        assertThat(output(1, "apply", "rules.yaml", "--bootstrap=127.0.0.1:" + FreePorts.next()))
                .startsWith("rules were not applied: Kafka at 127.0.0.1:");
    }

    /** The output of the command in this JVM. */
    private String output(int exitCode, String... arguments) throws Exception {
        CommandRun run = CommandRun.in(directory, all(arguments));
        assertThat(run.exit()).as(run.output()).isEqualTo(exitCode);
        return run.output();
    }

    /** The output of the command in its own process. */
    private String process(int exitCode, Map<String, String> environment, String... arguments) throws Exception {
        try (WeirProcess process = WeirProcess.start(directory, environment, all(arguments))) {
            assertThat(process.awaitExit()).as(process.output()).isEqualTo(exitCode);
            return process.output();
        }
    }

    private static String[] all(String... arguments) {
        return Stream.concat(Stream.of("rules"), Stream.of(arguments)).toArray(String[]::new);
    }
}
