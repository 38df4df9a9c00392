package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Operation;
import io.weir.phoebus.PhoebusService;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Phoebus' own alarm client shows and acknowledges our alarms; {@code docs/phoebus.md} describes
 * how to run this test.
 */
@Tag("long")
@EnabledIfEnvironmentVariable(named = RealPhoebus.CLASS_PATH, matches = ".+")
class RealPhoebusTest {

    private static final String FLP1 = "cpu-high/TPC/flp1";
    private static final String FLP2 = "cpu-high/TPC/flp2";
    private static final String FLP10 = "cpu-high/TPC/flp10";
    private static final String ODD = "odd/a b\\c%25/ä:1";
    private static final String EMPTY_PART = "odd//x";
    private static final String SELF = "cpu-high/TPC";

    private final PhoebusFarm farm;

    RealPhoebusTest(@TempDir Path directory) {
        farm = new PhoebusFarm(directory);
    }

    @AfterEach
    void stopKafka() {
        farm.close();
    }

    @Test
    void showsOurAlarmsAcknowledgesThemAndKnowsWhetherWeAreThere() {
        try (AlarmingService alarming = farm.startedAlarming()) {
            List.of(FLP1, FLP2, ODD, EMPTY_PART).forEach(id -> farm.condition(id, "MAJOR"));
            farm.condition(FLP10, "MINOR");
            long idleMillis;
            try (PhoebusService bridge = farm.startedBridge(Duration.ofSeconds(1));
                    RealPhoebus client = new RealPhoebus(farm.broker.bootstrap(), PhoebusFarm.NAME)) {
                idleMillis = client.idleMillis();
                eventually("it shows all", () -> client.tree().equals(expected(5)));
                assertThat(client.tree()).containsEntry("/Farm", "MAJOR").containsKey("/Farm/odd/%00/x");
                assertThat(client.isServerAlive()).isTrue();

                client.acknowledge("/Farm/cpu-high/TPC/flp1", true);
                eventually("one is acknowledged", () -> state(FLP1).to() == AlarmState.ACKNOWLEDGED);
                assertThat(state(FLP1).user()).contains("(").isNotBlank();
                eventually("and shown so", () -> client.shown("/Farm/cpu-high/TPC/flp1")
                        .startsWith("MAJOR_ACK|hot|97.3|"));
                client.acknowledge("/Farm/odd", true);
                eventually("so is a node", () -> client.shown("/Farm/odd").equals("MAJOR_ACK"));
                client.acknowledge("/Farm/cpu-high/TPC/flp1", false);
                eventually("and taken back", () -> state(FLP1).to() == AlarmState.UNACKNOWLEDGED);
                client.acknowledge("/Farm", true);
                eventually("all are", () -> client.shown("/Farm").equals("MAJOR_ACK"));
                assertThat(client.tree()).isEqualTo(expected(5));

                farm.condition(SELF, "INVALID");
                farm.condition(FLP2, "OK");
                eventually("what is raised and what has returned", () -> client.tree()
                        .equals(expected(6)));
                assertThat(client.tree())
                        .containsKey("/Farm/cpu-high/TPC/(self)")
                        .containsEntry("/Farm", "INVALID");

                operator(Operation.SHELVE, FLP1, Instant.now().plus(1, ChronoUnit.HOURS));
                operator(Operation.OUT_OF_SERVICE, ODD, null);
                eventually(
                        "what is hidden",
                        () -> client.tree().equals(expected(6))
                                && client.shown("/Farm/cpu-high/TPC/flp1").contains("|disabled|2"));

                client.remove("/Farm/cpu-high");
                eventually("what a client deletes is back", () -> client.tree().equals(expected(6)));
                try (RealPhoebus second = new RealPhoebus(farm.broker.bootstrap(), PhoebusFarm.NAME)) {
                    eventually(
                            "who comes later sees the same", () -> second.tree().equals(client.tree()));
                }

                farm.topics.send(new ProducerRecord<>(PhoebusFarm.TOPICS.state(), 0, SELF.getBytes(UTF_8), null));
                eventually("what is forgotten is gone", () -> client.tree().equals(expected(5)));
                assertThat(client.tree()).doesNotContainKey("/Farm/cpu-high/TPC/(self)");

                long endMillis = System.currentTimeMillis() + 4 * idleMillis;
                eventually("all the time", Duration.ofMillis(5 * idleMillis), () -> {
                    assertThat(client.isServerAlive()).isTrue();
                    return System.currentTimeMillis() > endMillis;
                });
                end(bridge);
                eventually(
                        "the client says that nobody is there",
                        Duration.ofMillis(5 * idleMillis),
                        () -> !client.isServerAlive());
                try (PhoebusService another = farm.startedBridge(Duration.ofSeconds(1))) {
                    eventually("and that somebody is back", client::isServerAlive);
                    assertThat(client.tree()).isEqualTo(expected(5));
                    assertThat(another.health().ready() && alarming.health().ready())
                            .isTrue();
                }
            }
        }
    }

    private static void end(PhoebusService bridge) {
        bridge.close();
    }

    private void operator(Operation operation, String alarm, @Nullable Instant expiry) {
        AlarmCommand command = new AlarmCommand(
                operation.name(), Instant.now(), "otto", operation, alarm, null, null, "test", expiry, null);
        farm.topics.send(PhoebusFarm.TOPICS.commands(), AlarmJson.write(command));
    }

    private AlarmEvent state(String id) {
        return Objects.requireNonNull(states().get(id), id);
    }

    private Map<String, AlarmEvent> states() {
        Map<String, AlarmEvent> states = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : farm.topics.readNow(PhoebusFarm.TOPICS.state())) {
            String id = new String(record.key(), UTF_8);
            if (record.value() == null) {
                states.remove(id);
            } else {
                states.put(id, AlarmJson.readEvent(record.value()));
            }
        }
        return states;
    }

    /**
     * The client's tree that the table of {@code docs/phoebus.md} prescribes for
     * {@code alarms.state}. Empty, unlike any client's tree, if the number of alarms differs.
     */
    private Map<String, String> expected(int alarms) {
        Map<String, AlarmEvent> states = states();
        Map<String, String> tree = new TreeMap<>();
        if (states.size() != alarms) {
            return tree;
        }
        states.forEach((id, alarm) -> {
            boolean isNode = states.keySet().stream().anyMatch(other -> other.startsWith(id + "/"));
            String path = "/Farm/" + id.replace("\\", "%5C").replace("//", "/%00/") + (isNode ? "/(self)" : "");
            String severity = severity(alarm);
            for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
                tree.merge(path.substring(0, end), severity, RealPhoebusTest::worse);
            }
            boolean isHidden = alarm.to() == AlarmState.SHELVED || alarm.to() == AlarmState.OUT_OF_SERVICE;
            tree.put(
                    path,
                    String.join(
                            "|",
                            severity,
                            isHidden ? "Disabled" : severity.equals("OK") ? "OK" : "hot",
                            isHidden ? "" : "97.3",
                            isHidden ? "disabled" : "",
                            enabled(alarm),
                            alarm.rule() + ": hostname=" + alarm.tags().get("hostname"),
                            "[]"));
        });
        return tree;
    }

    private static String severity(AlarmEvent alarm) {
        return switch (alarm.to()) {
            case UNACKNOWLEDGED -> alarm.severity().name();
            case ACKNOWLEDGED -> alarm.severity() + "_ACK";
            case RETURNED -> alarm.worst().name();
            case NORMAL, SHELVED, SUPPRESSED, OUT_OF_SERVICE -> "OK";
        };
    }

    private static String enabled(AlarmEvent alarm) {
        if (alarm.to() == AlarmState.SHELVED) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                    LocalDateTime.ofInstant(Objects.requireNonNull(alarm.expiry()), ZoneId.systemDefault()));
        }
        return alarm.to() == AlarmState.OUT_OF_SERVICE ? "false" : "true";
    }

    private static String worse(String one, String other) {
        List<String> order =
                List.of("OK", "MINOR_ACK", "MAJOR_ACK", "INVALID_ACK", "MINOR", "MAJOR", "INVALID", "UNDEFINED");
        return order.indexOf(one) > order.indexOf(other) ? one : other;
    }
}
