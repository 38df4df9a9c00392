package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two of each service at three brokers. Each service in turn is ended and started again, as in an upgrade; then a broker is
 * killed, and comes back. All under load, of which nothing may be lost, counted twice or told twice.
 */
@Execution(ExecutionMode.CONCURRENT)
class FarmTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 4;
    private static final int BROKERS_KILLED = Integer.getInteger("weir.test.farm.brokers", 1);

    /** Where the machine has nothing else to do it is a few seconds, which the test prints; here it only must not hang. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private static final String RULES = """
            version: 1
            aggregate:
              - {name: load, match: {measurement: cpu}, fields: [n], functions: [sum, count], window: 1s, grace: 20s, keep-raw: true}
            alarms:
              - {name: cpu-high, match: {measurement: cpu}, field: value, path: [hostname], major: {above: 95}, chatter: off}
            """;

    private final Path directory;
    private final ThreeBrokers brokers;
    private final EmbeddedQuestDb questDb;
    private final List<AutoCloseable> running = new ArrayList<>();
    private final int[] doors = {FreePorts.next(), FreePorts.next()};

    FarmTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        brokers = new ThreeBrokers(directory);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        TopicCreator.ensure(brokers.admin(), brokers.settings(PARTITIONS).declarations());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : running) {
            each.close();
        }
        questDb.close();
        brokers.close();
    }

    @Test
    void servicesAreReplacedAndBrokersKilledUnderLoadAndNothingIsLostOrRepeated() throws Exception {
        List<Instance> gateways = two("gateway");
        Map<String, List<Instance>> others = new LinkedHashMap<>();
        for (String service : List.of("processing", "alarming", "writer")) {
            others.put(service, two(service));
        }
        gateways.forEach(Instance::awaitReady);
        others.values().forEach(both -> both.forEach(Instance::awaitReady));
        FarmLoad load = new FarmLoad(doors[0]);
        running.add(0, load);
        eventually("the first is stored", () -> stored("cpu") > 0);
        Pauses pauses = new Pauses(brokers.bootstrap(), TOPICS.storage());
        running.add(0, pauses);
        Map<String, Duration> longest = new TreeMap<>();

        for (int which = 0; which < gateways.size(); which++) {
            // As a load balancer does: nothing more to the one that is to be ended.
            load.hold();
            load.goOn(doors[1 - which]);
            gateways.get(which).restart();
        }
        longest.put("gateway", pauses.longest());
        for (Map.Entry<String, List<Instance>> service : others.entrySet()) {
            for (Instance one : service.getValue()) {
                one.restart();
            }
            longest.put(service.getKey(), pauses.longest());
        }
        for (int broker = 0; broker < BROKERS_KILLED; broker++) {
            brokers.kill(broker);
            int before = load.accepted();
            eventually("more is accepted", () -> load.accepted() > before + 50);
            brokers.restart(broker, TOPICS.raw());
        }
        longest.put("broker killed", pauses.longest());
        load.end();

        int swings = load.swings();
        Map<String, List<String>> told = transitions(swings * FarmLoad.HOSTS);
        eventually(
                "all is stored",
                Duration.ofSeconds(60),
                () -> stored("cpu") >= (long) load.accepted() * FarmLoad.HOSTS);
        Map<Long, String> expected = expectedWindows(load.stamps());
        eventually("the last window is stored", Duration.ofSeconds(60), () -> windows()
                .getOrDefault(Collections.max(expected.keySet()), "")
                .startsWith(FarmLoad.HOSTS + " "));
        System.out.println("FarmTest: " + load.accepted() * FarmLoad.HOSTS + " lines, " + swings * FarmLoad.HOSTS
                + " transitions; longest pauses " + longest);

        assertThat(load.doubtful()).as("posts without an answer").isZero();
        assertThat(stored("cpu")).as("lines stored").isEqualTo((long) load.accepted() * FarmLoad.HOSTS);
        Map<Long, String> windows = windows();
        windows.keySet().retainAll(expected.keySet());
        assertThat(windows).as("sums and counts by window").isEqualTo(expected);
        assertThat(told)
                .hasSize(FarmLoad.HOSTS)
                .allSatisfy((alarm, its) -> assertThat(its).as(alarm).isEqualTo(expectedTransitions(swings)));
        longest.remove("broker killed");
        assertThat(longest)
                .as("longest pauses")
                .allSatisfy((service, pause) -> assertThat(pause).as(service).isLessThan(LONGEST_PAUSE));
    }

    private List<Instance> two(String service) throws IOException {
        return List.of(instance(service, 0), instance(service, 1));
    }

    private Instance instance(String service, int which) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("WEIR_KAFKA_BOOTSTRAP", brokers.bootstrap());
        environment.put("WEIR_KAFKA_PARTITIONS", Integer.toString(PARTITIONS));
        environment.put("WEIR_KAFKA_REPLICATION", Integer.toString(ThreeBrokers.COUNT));
        String rules = directory.resolve("rules.yaml").toString();
        String state = directory.resolve(service + which).toString();
        switch (service) {
            case "gateway" ->
                environment.putAll(Map.of(
                        "WEIR_GATEWAY_ID",
                        service + which,
                        "WEIR_GATEWAY_UDP_ENABLED",
                        "false",
                        "WEIR_GATEWAY_HTTP_ENABLED",
                        "true",
                        "WEIR_GATEWAY_HTTP_PORT",
                        Integer.toString(doors[which]),
                        "WEIR_GATEWAY_SPOOL_DIRECTORY",
                        state));
            case "processing" ->
                environment.putAll(Map.of(
                        "WEIR_PROCESSING_RULES", rules,
                        "WEIR_PROCESSING_STATE_DIRECTORY", state,
                        "WEIR_PROCESSING_STANDBYS", "1"));
            case "alarming" ->
                environment.putAll(Map.of("WEIR_ALARMING_RULES", rules, "WEIR_ALARMING_STATE_DIRECTORY", state));
            default -> environment.putAll(Map.of("WEIR_WRITER_RULES", rules, "WEIR_WRITER_STORE", questDb.url()));
        }
        Instance started = new Instance(directory, service, environment);
        running.add(0, started);
        return started;
    }

    private long stored(String table) {
        JsonNode answer = questDb.exec("select count() from " + table);
        return answer.path("dataset").path(0).path(0).asLong();
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
        try (TestTopics topics = new TestTopics(brokers.bootstrap())) {
            topics.read(TOPICS.events(), count).stream()
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
