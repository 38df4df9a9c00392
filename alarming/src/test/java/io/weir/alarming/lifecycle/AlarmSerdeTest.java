package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlarmSerdeTest {

    private static final List<Alarm.@Nullable CommandDetails> WORDS = Arrays.asList(
            null,
            new Alarm.CommandDetails("Zoë", null, null),
            new Alarm.CommandDetails("otto", "défaut \"x\"", Instant.ofEpochMilli(5_000)));

    @Test
    void alarmsSurviveTheRoundTrip() {
        AlarmSerde serde = new AlarmSerde();
        for (AlarmState state : AlarmState.values()) {
            for (Alarm.CommandDetails commandDetails : WORDS) {
                Alarm alarm = new Alarm(
                        Conditions.of(Severity.MINOR, true),
                        Severity.MINOR,
                        Severity.INVALID,
                        state,
                        1L << 40,
                        Instant.ofEpochMilli(1_001),
                        commandDetails,
                        Instant.ofEpochMilli(1_002),
                        commandDetails != null,
                        Instant.ofEpochMilli(1_003),
                        1L << 41,
                        commandDetails == null
                                ? Flips.NONE
                                : new Flips(
                                        List.of(Instant.ofEpochMilli(7), Instant.ofEpochMilli(8)),
                                        1L << 42,
                                        new Swing(-1.5, 7),
                                        commandDetails.expiry() == null ? null : Conditions.of(Severity.OK, false)),
                        commandDetails == null ? null : Severity.MAJOR,
                        commandDetails == null ? null : "rack-down/é",
                        commandDetails == null ? null : Instant.ofEpochMilli(1_004),
                        Instant.ofEpochMilli(1_005));
                byte[] written = serde.serializer().serialize("topic", alarm);

                assertThat(serde.deserializer().deserialize("topic", written)).isEqualTo(alarm);
            }
        }
    }

    /**
     * Their bytes end before the time of the raise, or that of the last comment. Instances of several versions run
     * during an upgrade.
     */
    @Test
    void alarmsOfOlderVersionsHaveNoTimesOfRaiseAndComment() {
        AlarmSerde serde = new AlarmSerde();
        Alarm alarm = Alarm.before(Conditions.of(Severity.MAJOR, false), 7);
        byte[] written = serde.serializer().serialize("topic", alarm);

        assertThat(written[0]).as("the format of versions without the times").isEqualTo((byte) 6);
        for (int missing = 1; missing <= 2; missing++) {
            byte[] before = Arrays.copyOf(written, written.length - missing * Long.BYTES);
            assertThat(serde.deserializer().deserialize("topic", before)).isEqualTo(alarm);
        }
    }

    @Test
    void bytesOfALaterVersionAreIgnored() {
        AlarmSerde serde = new AlarmSerde();
        Alarm alarm = Alarm.before(Conditions.of(Severity.MAJOR, false), 7);
        byte[] written = serde.serializer().serialize("topic", alarm);

        assertThat(serde.deserializer().deserialize("topic", Arrays.copyOf(written, written.length + 20)))
                .isEqualTo(alarm);
    }
}
