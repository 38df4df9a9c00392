package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.Unreliability;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Absence alarms, from metrics and ticks to events. */
class AbsenceTest {

    private static final String SILENT = "{name: silent, match: {measurement: up}, absent: 30s, by: [host]}";
    private static final String LISTED =
            "{name: silent, match: {measurement: up}, absent: 30s, by: [host], expected: hosts.csv, severity: minor}";

    @Test
    void aSilentKeyIsAbsentUntilItSendsAgain() {
        try (TopologyRig rig = new TopologyRig(rules(SILENT))) {
            rig.batch(1_000, "up,host=a,core=1 v=1 1\nup,host=b v=1 1\nup v=1 1\nother,host=c v=1 1");
            ticks(rig, 1_000, 20_000);
            rig.batch(20_500, "up,core=2,host=a v=1 1");
            ticks(rig, 21_000, 30_000);
            assertThat(rig.events()).isEmpty();

            ticks(rig, 31_000, 31_000);
            AlarmEvent absent = only(rig.events());
            assertThat(absent.id()).isEqualTo("silent/b");
            assertThat(absent.to()).isEqualTo(AlarmState.UNACKNOWLEDGED);
            assertThat(absent.severity()).isEqualTo(Severity.MAJOR);
            assertThat(absent.eventTime().toEpochMilli()).isEqualTo(31_000);
            assertThat(absent.message()).isEqualTo("silent: no data from b for 30s");
            assertThat(absent.threshold()).isEqualTo(30);
            assertThat(absent.value()).isNull();
            assertThat(absent.tags()).containsOnlyKeys("host");

            ticks(rig, 32_000, 40_000);
            rig.batch(40_700, "up,host=b v=1 1");
            AlarmEvent back = only(rig.events());
            assertThat(back.severity()).isEqualTo(Severity.OK);
            assertThat(back.eventTime().toEpochMilli()).as("to the second").isEqualTo(40_000);
            assertThat(back.message()).isEqualTo("silent: b sends again");

            ticks(rig, 41_000, 50_000);
            assertThat(only(rig.events()).id()).isEqualTo("silent/a");
        }
    }

    @Test
    void messagesComeFromTheRule() {
        String rule = "{name: silent, match: {measurement: up}, absent: 30s, by: [host], severity: invalid,"
                + " message: \"{severity} {rule} {host} {value} {threshold} {field}\", guidance: see, latch: true}";
        try (TopologyRig rig = new TopologyRig(rules(rule))) {
            rig.batch(1_500, "up,host=a v=1 1");
            ticks(rig, 2_000, 40_000);
            rig.batch(40_000, "up,host=a v=1 1");

            List<AlarmEvent> events = rig.events();
            assertThat(events)
                    .extracting(AlarmEvent::to)
                    .containsExactly(AlarmState.UNACKNOWLEDGED, AlarmState.RETURNED);
            assertThat(events.get(0).message()).isEqualTo("INVALID silent a 1970-01-01T00:00:01Z 30s -");
            assertThat(events.get(0).guidance()).isEqualTo("see");
        }
    }

    @Test
    void aGapInLogTimeRaisesNoAbsence() {
        try (TopologyRig rig = new TopologyRig(rules(SILENT))) {
            rig.batch(1_000, "up,host=a v=1 1\nup,host=b v=1 1");
            ticks(rig, 1_000, 25_000);
            ticks(rig, 600_000, 629_000);
            assertThat(rig.events())
                    .as("silent for ten minutes, in which no gateway was there")
                    .isEmpty();

            rig.batch(629_500, "up,host=a v=1 1");
            ticks(rig, 630_000, 640_000);
            AlarmEvent absent = only(rig.events());
            assertThat(absent.id()).isEqualTo("silent/b");
            assertThat(absent.eventTime().toEpochMilli()).isEqualTo(630_000);
        }
    }

    /** Log time is wrong for two minutes; keys that are silent afterwards become absent on time. */
    @Test
    void absenceRecoversFromWrongLogTime() {
        long year = 365 * 86_400_000L;
        try (TopologyRig rig = new TopologyRig(rules(SILENT))) {
            rig.batch(1_000, "up,host=a v=1 1\nup,host=b v=1 1");
            ticks(rig, 1_000, 10_000);
            for (long millis = 10_000; millis < 130_000; millis += 10_000) {
                rig.batch(year + millis, "up,host=a v=1 1\nup,host=b v=1 1");
                ticks(rig, year + millis, year + millis + 9_000);
            }
            ticks(rig, 130_000, 140_000);
            rig.batch(140_500, "up,host=a v=1 1");
            assertThat(rig.events()).isEmpty();
            ticks(rig, 141_000, 165_000);
            AlarmEvent absent = only(rig.events());
            assertThat(absent.id()).isEqualTo("silent/b");
            assertThat(absent.eventTime().toEpochMilli()).isEqualTo(160_000);
            ticks(rig, 166_000, 175_000);
            assertThat(only(rig.events()).id()).isEqualTo("silent/a");
        }
    }

    @Test
    void anInputOutageRaisesOneAlarm() {
        AlarmingConfig config = AlarmingConfig.defaults().withIntakeTimeout(Duration.ofSeconds(20));
        try (TopologyRig rig = new TopologyRig(Rules.fixed(rules(SILENT)), config)) {
            rig.batch(1_000, hosts(1_000));
            ticks(rig, 1_000, 5_000);
            rig.clock(24_000);
            assertThat(rig.events()).isEmpty();

            rig.clock(600_000);
            AlarmEvent raised = only(rig.events());
            assertThat(raised.id()).isEqualTo("weir-intake");
            assertThat(raised.severity()).isEqualTo(Severity.MAJOR);
            assertThat(raised.eventTime().toEpochMilli()).isEqualTo(25_000);
            assertThat(raised.message()).startsWith("no input since 1970-01-01T00:00:05Z: ");

            rig.batch(600_000, "");
            rig.batch(600_500, hosts(1_000));
            ticks(rig, 601_000, 629_000);
            assertThat(rig.events())
                    .extracting(event -> event.id() + " " + event.to())
                    .containsExactly("weir-intake NORMAL");
        }
    }

    @Test
    void aMissingGatewayRaisesOneAlarmAndNoAbsence() {
        try (TopologyRig rig = new TopologyRig(rules(SILENT))) {
            rig.batch(1_000, hosts(1_000), "far");
            rig.batch(1_500, "up,host=a v=1 1", "near");
            ticks(rig, 2_000, 14_000);
            missing(rig, 15_000, 300_000);
            List<AlarmEvent> events = rig.events();
            assertThat(events).extracting(AlarmEvent::id).containsExactly("weir-intake/far", "silent/a");
            assertThat(events.get(0).severity()).isEqualTo(Severity.MAJOR);
            assertThat(events.get(0).tags()).containsEntry("gateway", "far");
            assertThat(events.get(0).message()).startsWith("gateway far is silent or lags: ");

            rig.batch(300_500, "up,host=h1 v=1 1", "near");
            missing(rig, 301_000, 340_000);
            assertThat(only(rig.events()).id())
                    .as("received by another gateway meanwhile")
                    .isEqualTo("silent/h1");

            rig.batch(340_500, "up,host=h2 v=1 1", "far");
            ticks(rig, 341_000, 369_000);
            AlarmEvent back = only(rig.events());
            assertThat(back.id()).isEqualTo("weir-intake/far");
            assertThat(back.to()).isEqualTo(AlarmState.NORMAL);

            ticks(rig, 370_000, 371_000);
            assertThat(rig.events())
                    .as("a period after it was back")
                    .hasSize(999)
                    .extracting(AlarmEvent::id)
                    .doesNotContain("silent/h1", "weir-intake/far");
        }
    }

    @Test
    void aLosingGatewayRaisesNoAbsence() {
        try (TopologyRig rig = new TopologyRig(rules(LISTED, "host\na\nb\nnever\n"))) {
            rig.batch(1_000, "up,host=a v=1 1", "far");
            rig.batch(1_000, "up,host=b v=1 1", "near");
            ticks(rig, 2_000, 20_000);
            for (long millis = 21_000; millis <= 60_000; millis += 1_000) {
                rig.tick(millis, "far", Unreliability.LOSING);
            }
            List<AlarmEvent> events = rig.events();
            assertThat(events).extracting(AlarmEvent::id).containsExactly("weir-intake/far", "silent/b");
            assertThat(events.get(0).message()).startsWith("gateway far loses input, ");

            ticks(rig, 61_000, 89_000);
            assertThat(only(rig.events()).id()).isEqualTo("weir-intake/far");
            ticks(rig, 90_000, 90_000);
            assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("silent/a", "silent/never");
        }
    }

    @Test
    void anExpectedKeyIsAbsentIfNeverSeen() {
        try (TopologyRig rig = new TopologyRig(rules(LISTED, "host\na\nb\nnever\n"))) {
            ticks(rig, 5_000, 10_000);
            rig.batch(10_000, "up,host=a v=1 1\nup,host=stranger v=1 1");
            ticks(rig, 11_000, 34_000);
            assertThat(rig.events()).isEmpty();

            ticks(rig, 35_000, 45_000);
            List<AlarmEvent> events = rig.events();
            assertThat(events).extracting(AlarmEvent::id).containsExactly("silent/b", "silent/never", "silent/a");
            assertThat(events.get(1).message()).isEqualTo("silent: no data from never for 30s");
            assertThat(events.get(1).eventTime().toEpochMilli()).isEqualTo(35_000);
            assertThat(events.get(1).severity()).isEqualTo(Severity.MINOR);

            rig.batch(45_500, "up,host=never v=1 1");
            assertThat(only(rig.events()).transition()).isEqualTo("silent/never#2");
        }
    }

    @Test
    void anOutageRestartsThePeriodOfUnseenKeys() {
        try (TopologyRig rig = new TopologyRig(rules(LISTED, "host\nnever\n"))) {
            ticks(rig, 5_000, 10_000);
            ticks(rig, 600_000, 629_000);
            assertThat(rig.events()).isEmpty();
            ticks(rig, 630_000, 630_000);
            assertThat(only(rig.events()).id()).isEqualTo("silent/never");
        }
    }

    @Test
    void keysRemovedFromTheInventoryAreCleared() {
        RuleFile before = rules(LISTED, "host\na\nb\nnever\nneither\n");
        RuleFile after = rules(LISTED, "host\nb\nneither\n");
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(after)))) {
            rig.batch(1_000, "up,host=a v=1 1\nup,host=b v=1 1");
            ticks(rig, 1_000, 40_000);
            assertThat(rig.events()).hasSize(4);

            rig.marker(40_500, after, 1);
            ticks(rig, 41_000, 120_000);
            assertThat(rig.events())
                    .extracting(event -> event.id() + " " + event.to() + " " + event.message())
                    .containsExactly(
                            "silent/a NORMAL cleared: rule silent was removed or no longer expects this key",
                            "silent/never NORMAL cleared: rule silent was removed or no longer expects this key");

            rig.marker(120_500, before, 2);
            ticks(rig, 121_000, 150_000);
            assertThat(rig.events()).isEmpty();
            ticks(rig, 151_000, 151_000);
            assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("silent/a", "silent/never");
        }
    }

    @Test
    void anotherPeriodReevaluatesWithoutRepeats() {
        RuleFile longer = rules("{name: silent, match: {measurement: up}, absent: 60s, by: [host]}");
        RuleFile worse = rules("{name: silent, match: {measurement: up}, absent: 60s, by: [host], severity: invalid}");
        try (TopologyRig rig = new TopologyRig(new KnownRules(rules(SILENT), List.of(longer, worse)))) {
            rig.batch(1_000, "up,host=a v=1 1");
            ticks(rig, 1_000, 31_000);
            rig.marker(31_500, longer, 1);
            ticks(rig, 32_000, 80_000);
            rig.marker(80_500, worse, 2);
            ticks(rig, 81_000, 90_000);
            rig.marker(90_500, worse, 3);
            ticks(rig, 91_000, 100_000);

            assertThat(rig.events())
                    .extracting(event -> event.eventTime().toEpochMilli() / 1_000 + " " + event.severity())
                    .containsExactly("31 MAJOR", "1 OK", "61 MAJOR", "61 INVALID");
        }
    }

    @Test
    void aRemovedRuleClearsItsAlarms() {
        RuleFile none = RuleLoader.parse("rules.yaml", "version: 1\n# none\n");
        try (TopologyRig rig = new TopologyRig(new KnownRules(rules(SILENT), List.of(none)))) {
            rig.batch(1_000, "up,host=a v=1 1\nup,host=b v=1 1");
            ticks(rig, 1_000, 20_000);
            rig.batch(20_000, "up,host=b v=1 1");
            ticks(rig, 21_000, 31_000);
            rig.marker(31_500, none, 1);
            ticks(rig, 32_000, 90_000);

            assertThat(rig.events())
                    .extracting(event -> event.id() + " " + event.severity())
                    .containsExactly("silent/a MAJOR", "silent/a OK");
            assertThat(rig.meters.get("weir.alarming.keys").gauge().value()).isZero();
        }
    }

    @Test
    void aLongSilentKeyIsForgotten() {
        String rule = "{name: silent, match: {measurement: up}, absent: 30s, by: [host], forget: 2m}";
        try (TopologyRig rig = new TopologyRig(rules(rule))) {
            rig.batch(1_000, "up,host=a v=1 1");
            ticks(rig, 1_000, 121_000);
            assertThat(rig.events()).extracting(AlarmEvent::severity).containsExactly(Severity.MAJOR, Severity.OK);
            assertThat(rig.meters.get("weir.alarming.keys").gauge().value()).isZero();

            ticks(rig, 122_000, 130_000);
            rig.batch(130_000, "up,host=a v=1 1");
            ticks(rig, 131_000, 160_000);
            assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("silent/a#3");
        }
    }

    @Test
    void aLearnedPeriodIsThreeUsualGaps() {
        String rule = "{name: silent, match: {measurement: up}, absent: learned, by: [host]}";
        try (TopologyRig rig = new TopologyRig(rules(rule))) {
            for (int second = 1; second <= 200; second++) {
                ticks(rig, second * 1_000L, second * 1_000L);
                if (second % 20 == 0) {
                    rig.batch(second * 1_000L, "up,host=a v=1 1");
                }
            }
            rig.batch(200_000, "up,host=new v=1 1");
            ticks(rig, 201_000, 259_000);
            assertThat(rig.events()).isEmpty();
            ticks(rig, 260_000, 600_000);
            assertThat(only(rig.events()).message()).isEqualTo("silent: no data from a for 1m");
        }
    }

    @Test
    void manyKeysSendOnlyPresenceChanges() {
        int keys = Boolean.getBoolean("weir.test.long") ? 100_000 : 20_000;
        try (TopologyRig rig = new TopologyRig(rules(SILENT))) {
            for (int second = 1; second <= 60; second++) {
                if (second % 10 == 1) {
                    rig.batch(second * 1_000L, hosts(keys));
                }
                ticks(rig, second * 1_000L + 1, second * 1_000L + 1);
            }
            assertThat(rig.count("weir.alarming.presences")).isEqualTo(keys);
            assertThat(rig.events()).isEmpty();

            ticks(rig, 61_000, 80_000);
            assertThat(rig.events()).isEmpty();
            ticks(rig, 81_000, 81_000);
            assertThat(rig.count("weir.alarming.presences")).isEqualTo(2 * keys);
            List<AlarmEvent> events = rig.events();
            assertThat(events).hasSize(keys);
            assertThat(events).extracting(AlarmEvent::id).doesNotHaveDuplicates();
            assertThat(events).allMatch(event -> event.eventTime().toEpochMilli() == 81_000);
        }
    }

    private static String hosts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "up,host=h" + i + " v=1 1")
                .collect(Collectors.joining("\n"));
    }

    /** Sends a tick every second, including both ends. */
    private static void ticks(TopologyRig rig, long fromMillis, long toMillis) {
        for (long millis = fromMillis; millis <= toMillis; millis += 1_000) {
            rig.batch(millis, "");
        }
    }

    private static void missing(TopologyRig rig, long fromMillis, long toMillis) {
        for (long millis = fromMillis; millis <= toMillis; millis += 1_000) {
            rig.tick(millis, "far", Unreliability.MISSING);
        }
    }

    private static AlarmEvent only(List<AlarmEvent> events) {
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    private static RuleFile rules(String alarm) {
        return rules(alarm, "");
    }

    private static RuleFile rules(String alarm, String inventory) {
        return RuleLoader.parse(
                "rules.yaml",
                "version: 1\nalarms:\n  - " + alarm + "\n",
                table -> inventory.getBytes(StandardCharsets.UTF_8));
    }
}
