package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** A sender of ever new series costs itself only: known series keep their alarms, and an alarm is raised. */
class StateBudgetTest {

    private static final String HOT = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, major: {above: 50, clear: 40}}
            """;
    private static final String SILENT = "  - {name: silent, match: {measurement: temp}, absent: 30s, by: [host]}\n";
    private static final AlarmingConfig CONFIG =
            AlarmingConfig.defaults().withIntakeTimeout(Duration.ofDays(1_000)).withStateBytes(2_000_000);

    @Test
    void seriesBeyondTheBudgetAreRefusedAndRaiseAnAlarm() {
        try (TopologyRig rig = rig()) {
            rig.batch(1_000, line("known", 1, 1));
            flood(rig);
            assertThat(rig.count("weir.alarming.series.refused")).isPositive();
            assertThat(rig.gauge("weir.alarming.state.bytes")).isBetween(2_000_000.0, 2_010_000.0);
            double series = rig.gauge("weir.alarming.series");
            rig.events();

            rig.batch(3_000, line("known", 60, 3) + line("late", 60, 3));
            rig.batch(4_000, "");
            rig.batch(5_000, "");

            assertThat(rig.events())
                    .extracting(AlarmEvent::id)
                    .containsExactly("hot/known", "weir-intake/alarming/series");
            assertThat(rig.gauge("weir.alarming.series")).isEqualTo(series);
        }
    }

    /** Keys of absence rules count, too: without room, no further one is watched. */
    @Test
    void keysAreRefusedWithTheSeries() {
        try (TopologyRig rig = rig()) {
            flood(rig);

            double series = rig.gauge("weir.alarming.series");
            // The key of the last series may have no room.
            assertThat(rig.gauge("weir.alarming.keys")).isBetween(series - 1, series);
        }
    }

    /** A host whose tags change becomes another series. It must not seem absent for lack of memory. */
    @Test
    void aKnownKeyIsSeenInASeriesThatIsRefused() {
        try (TopologyRig rig = rig()) {
            rig.batch(1_000, "temp,host=known,run=1 c=1 1000000000", "g1");
            flood(rig);
            rig.events();
            for (int second = 3; second < 60; second++) {
                rig.batch(second * 1_000L, "temp,host=known,run=2 c=1 %d000000000".formatted(second), "g1");
                rig.batch(second * 1_000L, "");
            }

            assertThat(rig.events()).extracting(AlarmEvent::id).doesNotContain("silent/known");
            assertThat(rig.count("weir.alarming.series.refused")).isGreaterThan(57);
        }
    }

    /** Other keys are still reported absent while there is no memory. */
    @Test
    void aSilentKeyIsReportedMeanwhile() {
        try (TopologyRig rig = rig()) {
            rig.batch(1_000, line("silent", 1, 1));
            flood(rig);
            for (int second = 3; second < 60; second++) {
                rig.batch(second * 1_000L, "");
            }

            assertThat(rig.events())
                    .extracting(AlarmEvent::id)
                    .contains("silent/silent", "weir-intake/alarming/series");
        }
    }

    @Test
    void expiredSeriesMakeRoom() {
        try (TopologyRig rig = rig()) {
            flood(rig);
            rig.batch(3_000, "");
            rig.batch(7_210_000, "");
            rig.batch(7_211_000, line("next", 60, 7_211));
            rig.batch(7_212_000, "");

            List<AlarmEvent> events = rig.events();
            assertThat(events).extracting(AlarmEvent::id).contains("hot/next");
            assertThat(events.stream()
                            .filter(event -> event.rule().equals("weir-intake"))
                            .map(event -> event.to() + " " + event.message()))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("UNACKNOWLEDGED alarming has no memory for new series");
            assertThat(rig.gauge("weir.alarming.series")).isEqualTo(1);
        }
    }

    /** Series expire after an hour, their alarms stay: they are limited, too. */
    @Test
    void alarmsBeyondTheBudgetAreRefusedUntilOthersAreRemoved() {
        try (TopologyRig rig = rig(HOT)) {
            raiseAndClear(rig, "a", 1);
            assertThat(rig.count("weir.alarming.alarms.refused")).isZero();
            rig.batch(7_200_000, "");
            raiseAndClear(rig, "b", 7_300);
            assertThat(rig.count("weir.alarming.alarms.refused")).isPositive();
            assertThat(rig.count("weir.alarming.series.refused")).isZero();
            rig.clock(7_310_000);
            assertThat(rig.events().stream()
                            .filter(event -> event.id().equals("weir-intake/alarming/alarms"))
                            .map(event -> event.to() + " " + event.message()))
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("UNACKNOWLEDGED alarming has no memory for new alarms");

            rig.say(7_311_000, "ACKNOWLEDGE", "'subtree':'hot'");
            rig.clock(7_311_000 + Duration.ofDays(8).toMillis());
            rig.clock(7_371_000 + Duration.ofDays(8).toMillis());

            assertThat(rig.events())
                    .filteredOn(event -> event.id().equals("weir-intake/alarming/alarms"))
                    .extracting(event -> event.to().name())
                    .containsExactly("NORMAL");
        }
    }

    private static void raiseAndClear(TopologyRig rig, String name, int second) {
        for (int value : new int[] {60, 1}) {
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 1_000; host++) {
                lines.append(line(name + host, value, second));
            }
            rig.batch(second * 1_000L, lines.toString());
            second++;
        }
    }

    /** A search for rules that nobody published logs an error. */
    @Test
    void untilThePartitionsReportTheirRulesNoneAreSearched() {
        List<String> searched = new ArrayList<>();
        RuleFile active = RuleLoader.parse("rules.yaml", HOT);
        Rules rules = new Rules() {
            @Override
            public RuleFile active() {
                return active;
            }

            @Override
            public Optional<RuleFile> find(String version) {
                searched.add(version);
                return Optional.of(active);
            }
        };
        try (TopologyRig rig = new TopologyRig(rules, CONFIG)) {
            rig.clock(5_000);

            assertThat(searched).doesNotContain("");
        }
    }

    /** A restart counts what it restores. */
    @Test
    void aRestartKnowsTheMemoryOfWhatItRestores() {
        try (TopologyRig rig = rig();
                TopologyRig again = rig()) {
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 200; host++) {
                lines.append(line("h" + host, 60, 1));
            }
            rig.batch(1_000, lines.toString());
            rig.batch(2_000, "");
            List<TestRecord<byte[], byte[]>> saved = rig.output(TopologyRig.CONDITIONS);
            saved.forEach(record -> again.store().restore(record.key(), record.value()));

            assertThat(again.store().workingSet().bytes())
                    .isEqualTo(rig.store().workingSet().bytes());
        }
    }

    private static TopologyRig rig() {
        return rig(HOT + SILENT);
    }

    private static TopologyRig rig(String rules) {
        return new TopologyRig(Rules.fixed(RuleLoader.parse("rules.yaml", rules)), CONFIG);
    }

    private static void flood(TopologyRig rig) {
        for (int record = 0; record < 100; record++) {
            StringBuilder lines = new StringBuilder();
            for (int host = 0; host < 50; host++) {
                lines.append(line("x" + record + "-" + host, 1, 2));
            }
            rig.batch(2_000, lines.toString());
        }
    }

    private static String line(String host, int value, int second) {
        return "temp,host=%s c=%d %d000000000\n".formatted(host, value, second);
    }
}
