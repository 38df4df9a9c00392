package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Chattering alarms, through the production topology. */
class ChatterTest {

    private static final String CHATTER = ", chatter: {raises: 3, within: 20s, quiet: 15s}";

    /** In seconds. */
    private static final int YEAR = 365 * 86_400;

    private static TopologyRig rig(String chatter) {
        return new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50}, major: {above: 80}%s}
                """.formatted(chatter)));
    }

    @Test
    void aThousandFlipsAreFewEvents() {
        try (TopologyRig rig = rig("")) {
            for (int second = 1; second <= 2_000; second++) {
                value(rig, second, second % 2 == 0 ? 20 : 60);
            }
            ticks(rig, 2_001, 2_059);
            assertThat(rig.events()).hasSize(5);
            ticks(rig, 2_060, 2_100);
            AlarmEvent end = rig.events().get(0);

            assertThat(end.flips()).isEqualTo(1_000);
            assertThat(end.to()).isEqualTo(AlarmState.NORMAL);
            assertThat(end.chattering()).isNull();
            assertThat(end.eventTime().getEpochSecond()).isEqualTo(2_060);
            assertThat(end.source()).isNull();
            assertThat(end.swing()).isEqualTo(new Swing(20, 60));
        }
    }

    @Test
    void withoutChatterEveryRaiseIsReported() {
        try (TopologyRig rig = rig(", chatter: off")) {
            for (int second = 1; second <= 100; second++) {
                value(rig, second, second % 2 == 0 ? 20 : 60);
            }
            assertThat(rig.events()).hasSize(100).allMatch(event -> event.flips() == null);
        }
    }

    /** Each of these changes calls operators, so they are limited like any other raise. */
    @Test
    void repeatedInvalidAlsoChatters() {
        try (TopologyRig rig = rig(", invalid: {below: 10}" + CHATTER)) {
            for (int second = 1; second <= 10; second++) {
                value(rig, second, second % 2 == 0 ? 5 : 60);
            }
            ticks(rig, 11, 30);

            assertThat(rig.events())
                    .extracting(ChatterTest::line)
                    .containsExactly(
                            "1 UNACKNOWLEDGED MINOR ",
                            "2 UNACKNOWLEDGED INVALID ",
                            "3 UNACKNOWLEDGED MINOR chatters 3",
                            "25 UNACKNOWLEDGED INVALID flips 10");
        }
    }

    @Test
    void commandsApplyToTheWholeChatter() {
        try (TopologyRig rig = rig(CHATTER)) {
            for (int second = 1; second <= 9; second++) {
                value(rig, second, second % 2 == 0 ? 20 : 60);
            }
            rig.command(
                    9_000,
                    "{\"id\":\"a\",\"time\":\"1970-01-01T00:00:09Z\",\"user\":\"anna\",\"operation\":\"ACKNOWLEDGE\",\"alarm\":\"hot/a\"}");
            for (int second = 10; second <= 19; second++) {
                value(rig, second, second % 2 == 0 ? 20 : 60);
            }
            ticks(rig, 20, 40);

            assertThat(rig.events().subList(4, 7))
                    .extracting(event -> event.to() + " " + event.severity() + " " + event.chattering() + " "
                            + event.flips() + " " + event.user())
                    .containsExactly(
                            "UNACKNOWLEDGED MINOR true 3 null",
                            "ACKNOWLEDGED MINOR true 5 anna",
                            "ACKNOWLEDGED MINOR null 10 anna");
            assertThat(rig.meters
                            .get("weir.alarming.active")
                            .tag("severity", "MINOR")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
    }

    /** The clear is held back while the alarm chatters, with log time a year ahead. */
    @Test
    void chatterEndsInTimeAfterLogTimeWentBack() {
        try (TopologyRig rig = rig(CHATTER)) {
            for (int second = YEAR; second < YEAR + 10; second++) {
                rig.batch(second * 1_000L, "");
                value(rig, second, second % 2 == 0 ? 60 : 20);
            }
            rig.events();
            ticks(rig, 100, 114);
            assertThat(rig.events()).isEmpty();
            ticks(rig, 115, 115);
            assertThat(rig.events()).extracting(ChatterTest::line).containsExactly("115 NORMAL OK flips 5");
        }
    }

    @Test
    void raisesOfAWrongClockDoNotCount() {
        try (TopologyRig rig = rig(CHATTER)) {
            for (int second = YEAR; second < YEAR + 4; second++) {
                rig.batch(second * 1_000L, "");
                value(rig, second, second % 2 == 0 ? 60 : 20);
            }
            ticks(rig, 100, 119);
            value(rig, 120, 60);
            assertThat(rig.events()).extracting(ChatterTest::line).hasSize(5).endsWith("120 UNACKNOWLEDGED MINOR ");
        }
    }

    /** A simple reference implementation: it remembers every raise and checks every second. */
    private static final class Oracle {
        private final List<String> reported = new ArrayList<>();
        private final List<Integer> raises = new ArrayList<>();
        private Severity shown = Severity.OK;
        private Severity actual = Severity.OK;
        private Severity worst = Severity.OK;
        private boolean isChattering;
        private int count;
        private int lastChange;

        void tick(int second) {
            if (isChattering && second >= lastChange + 15) {
                isChattering = false;
                raises.clear();
                shown = actual;
                report(lastChange + 15, "flips " + count);
            }
        }

        void value(int second, Severity severity) {
            if (severity == actual) {
                return;
            }
            boolean isEased = severity == Severity.OK || (actual == Severity.MAJOR && severity == Severity.MINOR);
            boolean isRaise = !isEased && (actual == Severity.OK || badness(severity) <= badness(worst));
            actual = severity;
            lastChange = second;
            if (isRaise) {
                raises.add(second);
            }
            boolean isWorse = badness(severity) > badness(shown);
            if (isChattering) {
                count += isRaise ? 1 : 0;
                if (isWorse) {
                    shown = severity;
                    report(second, "chatters " + count);
                }
                return;
            }
            shown = severity;
            long lately = raises.stream().filter(raise -> raise >= second - 20).count();
            isChattering = isRaise && lately >= 3;
            count = 3;
            report(second, isChattering ? "chatters 3" : "");
        }

        private static int badness(Severity severity) {
            return List.of(Severity.OK, Severity.INVALID, Severity.MINOR, Severity.MAJOR)
                    .indexOf(severity);
        }

        private void report(int second, String flips) {
            worst = shown == Severity.OK || badness(worst) < badness(shown) ? shown : worst;
            reported.add(
                    second + " " + (shown == Severity.OK ? "NORMAL" : "UNACKNOWLEDGED") + " " + shown + " " + flips);
        }
    }

    @Test
    void eventsMatchASimpleModel() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 5; round++) {
            Oracle oracle = new Oracle();
            List<String> reported = new ArrayList<>();
            int rarely = 1 + random.nextInt(12);
            try (TopologyRig rig = rig(", invalid: {below: 10}" + CHATTER)) {
                for (int second = 1; second < 1_000; second++) {
                    rig.batch(second * 1_000L, "");
                    oracle.tick(second);
                    if (random.nextInt(rarely) == 0) {
                        int value = random.nextInt(100);
                        value(rig, second, value);
                        oracle.value(second, severity(value));
                    }
                }
                rig.events().forEach(event -> reported.add(line(event)));
            }
            assertThat(reported).as("seed %d round %d", seed, round).isEqualTo(oracle.reported);
        }
    }

    private static Severity severity(int value) {
        if (value < 10) {
            return Severity.INVALID;
        }
        return value > 80 ? Severity.MAJOR : value > 50 ? Severity.MINOR : Severity.OK;
    }

    private static String line(AlarmEvent event) {
        return event.eventTime().getEpochSecond() + " " + event.to() + " " + event.severity() + " "
                + (event.chattering() != null ? "chatters " : event.flips() != null ? "flips " : "")
                + (event.flips() == null ? "" : event.flips());
    }

    private static void value(TopologyRig rig, int second, int value) {
        rig.batch(second * 1_000L, "temp,host=a c=%d %d000000000".formatted(value, second));
    }

    private static void ticks(TopologyRig rig, int from, int to) {
        for (int second = from; second <= to; second++) {
            rig.batch(second * 1_000L, "");
        }
    }
}
