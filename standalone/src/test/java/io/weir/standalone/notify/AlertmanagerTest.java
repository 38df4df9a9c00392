package io.weir.standalone.notify;

import static io.weir.contract.alarm.AlarmState.ACKNOWLEDGED;
import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.SHELVED;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.MINOR;
import static io.weir.contract.alarm.Severity.OK;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.config.YamlSource;
import io.weir.notify.NotifierConfig;
import io.weir.notify.NotifierService;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From {@code alarms.state} of a real Kafka to real Alertmanagers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlertmanagerTest {
    /** A busy machine needs minutes for 50 000 alarms. */
    private static final Duration FOR_MANY = Duration.ofMinutes(6);

    private final Path directory;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final NotifierFarm farm;

    AlertmanagerTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new NotifierFarm(directory);
    }

    @BeforeAll
    static void needsAlertmanager() {
        Alertmanager.required("prometheus-alertmanager");
    }

    @BeforeEach
    void createTopics(TestInfo test) {
        farm.begin(test);
    }

    @AfterAll
    void stopKafka() {
        farm.close();
    }

    @Test
    void holdsAnAlarmFromItsRaisingToItsEnd() {
        try (Alertmanager alertmanager = new Alertmanager(directory);
                NotifierService notifier = startedWith("1m", alertmanager.url())) {
            say("flp1", UNACKNOWLEDGED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp1 major");
            JsonNode alert = alertmanager.alerts().get(0);
            assertThat(texts(alert.get("labels")))
                    .isEqualTo(Map.of(
                            "alertname", "cpu-high",
                            "severity", "major",
                            "id", "cpu-high/flp1",
                            "host_name", "flp1",
                            "farm", "test"));
            assertThat(texts(alert.get("annotations")))
                    .isEqualTo(Map.of(
                            "message", "CPU of \"flp1\"",
                            "value", "97.5",
                            "threshold", "95.0",
                            "state", "UNACKNOWLEDGED"));

            say("flp1", ACKNOWLEDGED, MINOR);
            alertmanager.awaitLasting("cpu-high/flp1 minor");
            say("flp2", UNACKNOWLEDGED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp1 minor", "cpu-high/flp2 major");
            say("flp1", NORMAL, OK);
            alertmanager.awaitLasting("cpu-high/flp2 major");
            farm.alarms().forget("flp2");
            alertmanager.awaitLasting();
            eventually("the notifier is ready", () -> notifier.health().ready());
        }
    }

    @Test
    void hasNoHiddenAlarms() {
        try (Alertmanager alertmanager = new Alertmanager(directory);
                NotifierService notifier = startedWith("1m", alertmanager.url())) {
            say("flp1", UNACKNOWLEDGED, MAJOR);
            say("flp2", UNACKNOWLEDGED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp1 major", "cpu-high/flp2 major");
            say("flp1", SHELVED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp2 major");
            say("flp1", ACKNOWLEDGED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp1 major", "cpu-high/flp2 major");
            assertThat(notifier.health().live()).isTrue();
        }
    }

    @Test
    @Tag("long")
    void receivesAllAlarmsFromARestartedNotifier() throws Exception {
        try (Alertmanager alertmanager = new Alertmanager(directory)) {
            say("flp1", UNACKNOWLEDGED, MAJOR);
            say("flp2", UNACKNOWLEDGED, MAJOR);
            Map<String, String> environment = new HashMap<>(farm.environment());
            environment.put("WEIR_NOTIFIER_ALERTMANAGER_RESEND", "2s");
            environment.put("WEIR_NOTIFIER_ALERTMANAGER_URLS", alertmanager.url());
            try (WeirProcess first = WeirProcess.start(directory, environment, "notifier")) {
                alertmanager.awaitLasting("cpu-high/flp1 major", "cpu-high/flp2 major");
                first.kill();
            }
            say("flp1", NORMAL, OK);
            say("flp3", UNACKNOWLEDGED, MINOR);
            try (WeirProcess second = WeirProcess.start(directory, environment, "notifier")) {
                alertmanager.awaitLasting("cpu-high/flp2 major", "cpu-high/flp3 minor");
                second.terminate();
                second.awaitExit();
            }
            // An alert that is not sent again expires after three times the interval.
            alertmanager.awaitLasting();
        }
    }

    @Test
    @Tag("long")
    void receivesAllAlarmsAfterItsOwnRestart() {
        try (Alertmanager alertmanager = new Alertmanager(directory);
                NotifierService notifier = started(alertmanager.url())) {
            say("flp1", UNACKNOWLEDGED, MAJOR);
            say("flp2", UNACKNOWLEDGED, MAJOR);
            alertmanager.awaitLasting("cpu-high/flp1 major", "cpu-high/flp2 major");
            alertmanager.end();
            say("flp1", NORMAL, OK);
            say("flp3", UNACKNOWLEDGED, MINOR);
            eventually(
                    "the notifier says that it is away",
                    () -> notifier.health().detail().startsWith("alertmanager " + alertmanager.url() + ": "));
            assertThat(failures()).isPositive();

            alertmanager.start();

            alertmanager.awaitLasting("cpu-high/flp2 major", "cpu-high/flp3 minor");
            eventually("the notifier is ready", () -> notifier.health().ready());
            eventually("nothing waits", () -> meters.get("weir.notifier.lag").gauges().stream()
                    .allMatch(gauge -> gauge.value() == 0));
        }
    }

    @Test
    @Tag("long")
    void anotherAlertmanagerThatIsAwayDelaysNothing() {
        String away = "http://127.0.0.1:" + FreePorts.next();
        try (Alertmanager one = new Alertmanager(directory);
                Alertmanager two = new Alertmanager(directory);
                NotifierService notifier = started(away, one.url(), two.url())) {
            say("flp1", UNACKNOWLEDGED, MAJOR);
            one.awaitLasting("cpu-high/flp1 major");
            two.awaitLasting("cpu-high/flp1 major");
            eventually(
                    "it is told who is away", () -> notifier.health().detail().startsWith("alertmanager " + away));
        }
    }

    @Test
    @Tag("long")
    void holdsFiftyThousandAlarms() {
        int count = 50_000;
        try (Alertmanager alertmanager = new Alertmanager(directory);
                NotifierService notifier = startedWith("1m", alertmanager.url())) {
            for (int host = 0; host < count; host++) {
                farm.alarms().say("flp" + host, UNACKNOWLEDGED, MAJOR);
            }
            farm.alarms().flush();
            eventually("it holds them all", FOR_MANY, () -> active(alertmanager) == count);
            for (int host = 1; host < count; host++) {
                farm.alarms().say("flp" + host, NORMAL, OK);
            }
            farm.alarms().flush();
            eventually("one is left", FOR_MANY, () -> active(alertmanager) == 1);
            alertmanager.awaitLasting("cpu-high/flp0 major");
            assertThat(notifier.health().live()).isTrue();
        }
    }

    private static double active(Alertmanager alertmanager) {
        return alertmanager.active();
    }

    private double failures() {
        return meters.find("weir.notifier.failed").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private void say(String host, AlarmState to, Severity severity) {
        farm.alarms().say(host, to, severity);
        farm.alarms().flush();
    }

    private NotifierService started(String... urls) {
        return startedWith("2s", urls);
    }

    private NotifierService startedWith(String resend, String... urls) {
        NotifierConfig config = YamlSource.text(
                        "notifier.yaml",
                        "alertmanager: {resend: " + resend + ", labels: {farm: test}, urls: ['"
                                + String.join("', '", urls) + "']}")
                .read(NotifierConfig::read);
        NotifierService notifier = new NotifierService(config, farm.kafka(), meters);
        notifier.start();
        return notifier;
    }

    private static Map<String, String> texts(JsonNode object) {
        return object.properties().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue()
                .textValue()));
    }
}
