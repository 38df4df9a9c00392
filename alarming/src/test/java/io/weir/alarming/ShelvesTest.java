package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shelved alarms, through the production topology. */
class ShelvesTest {

    private static final String RAISE = "temp,det=TPC,host=a c=90 1\ntemp,det=TPC,host=b c=90 1";

    private final TopologyRig rig = new TopologyRig(CommandsTest.RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aShelvedAlarmIsQuietUntilItExpires() {
        raise();
        rig.say(2_000, "SHELVE", "'alarm':'hot/TPC/a','reason':'fan','expiry':'1970-01-01T00:01:00Z'");
        rig.batch(3_000, "temp,det=TPC,host=a c=20 3000000000");
        rig.batch(4_000, "temp,det=TPC,host=a c=99 4000000000");
        rig.clock(59_000);
        assertThat(rig.events())
                .extracting(event -> event.to() + " " + event.severity() + " " + event.user() + " " + event.command())
                .containsExactly("SHELVED MAJOR anna c1", "SHELVED OK anna null", "SHELVED MAJOR anna null");

        rig.clock(61_000);
        List<AlarmEvent> later = rig.events();
        assertThat(later).hasSize(1);
        AlarmEvent back = later.get(0);
        assertThat(back.to()).isEqualTo(AlarmState.UNACKNOWLEDGED);
        assertThat(back.eventTime()).isEqualTo(Instant.ofEpochSecond(60));
        assertThat(back.value()).isEqualTo(99);
        assertThat(back.user()).isNull();
        assertThat(back.source()).isNull();

        rig.clock(200_000);
        assertThat(rig.events()).isEmpty();
    }

    @Test
    void aShelfCanBeExtendedAndEndedEarly() {
        raise();
        rig.say(2_000, "SHELVE", "'alarm':'hot/TPC/a','reason':'fan','expiry':'1970-01-01T00:00:10Z'");
        rig.say(3_000, "SHELVE", "'alarm':'hot/TPC/a','reason':'fan','expiry':'1970-01-01T00:00:30Z'");
        rig.clock(20_000);
        rig.say(21_000, "UNSHELVE", "'alarm':'hot/TPC/a'");
        rig.clock(40_000);

        assertThat(rig.events())
                .extracting(event -> event.to() + " " + event.expiry())
                .containsExactly("SHELVED 1970-01-01T00:00:10Z", "SHELVED 1970-01-01T00:00:30Z", "UNACKNOWLEDGED null");
    }

    /**
     * The effect of a shelf on an acknowledged alarm. The first columns are the value, a command
     * before the shelf, and the values on the shelf.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5     | ''          | 5        | ACKNOWLEDGED   | it was acknowledged, and no worse",
                "5     | ''          | 50       | NORMAL         | it was acknowledged, and is over",
                "5     | ''          | 50 5     | UNACKNOWLEDGED | raised on the shelf",
                "5     | ''          | 50 5 50  | RETURNED       | raised on the shelf, and over",
                "5     | UNACKNOWLEDGE | 5      | UNACKNOWLEDGED | nobody takes care of it",
                "5     | UNACKNOWLEDGE | 50     | RETURNED       | nobody had seen it",
            })
    void unshelvingRestoresTheAcknowledgementState(
            String before, String operation, String onTheShelf, AlarmState back, String why) {
        for (boolean isExpired : new boolean[] {false, true}) {
            try (TopologyRig other = new TopologyRig(CommandsTest.RULES)) {
                other.batch(1_000, "temp,det=TPC,host=a c=%s 1000000000".formatted(before));
                other.command(2_000, TopologyRig.commandJson("a", 2_000, "ACKNOWLEDGE", "'rule':'cold'"));
                if (!operation.isEmpty()) {
                    other.command(2_500, TopologyRig.commandJson("u", 2_500, operation, "'rule':'cold'"));
                }
                other.command(
                        3_000,
                        TopologyRig.commandJson(
                                "s", 3_000, "SHELVE", "'rule':'cold','reason':'fan','expiry':'1970-01-01T00:00:30Z'"));
                long millis = 4_000;
                for (String value : onTheShelf.split(" ")) {
                    other.batch(millis, "temp,det=TPC,host=a c=%s %d000000".formatted(value, millis));
                    millis += 1_000;
                }
                if (isExpired) {
                    other.clock(40_000);
                } else {
                    other.command(20_000, TopologyRig.commandJson("e", 20_000, "UNSHELVE", "'rule':'cold'"));
                }
                List<AlarmEvent> events = other.events();

                assertThat(events.get(events.size() - 2).to()).isEqualTo(AlarmState.SHELVED);
                assertThat(events.get(events.size() - 1).to())
                        .as("%s, expired: %s", why, isExpired)
                        .isEqualTo(back);
            }
        }
    }

    /** The task has not checked its clock since the deadline. */
    @Test
    void aDueShelfExpiresBeforeOtherChanges() {
        raise();
        rig.say(2_000, "SHELVE", "'alarm':'hot/TPC/a','reason':'fan','expiry':'1970-01-01T00:00:02.100Z'");
        rig.say(2_000, "SHELVE", "'alarm':'hot/TPC/b','reason':'fan','expiry':'1970-01-01T00:00:02.100Z'");
        rig.batch(2_200, "temp,det=TPC,host=a c=20 2200000000");
        rig.say(2_300, "ACKNOWLEDGE", "'alarm':'hot/TPC/b'");

        assertThat(rig.events())
                .extracting(event -> event.transition() + " " + event.to() + " "
                        + event.decisionTime().toEpochMilli())
                .containsExactly(
                        "hot/TPC/a#2 SHELVED 2000",
                        "hot/TPC/b#2 SHELVED 2000",
                        "hot/TPC/a#3 UNACKNOWLEDGED 2200",
                        "hot/TPC/b#3 UNACKNOWLEDGED 2200",
                        "hot/TPC/a#4 NORMAL 2200",
                        "hot/TPC/b#4 ACKNOWLEDGED 2300");
    }

    private void raise() {
        rig.batch(1_000, RAISE);
        rig.events();
    }
}
