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

    private static final List<Alarm.@Nullable Word> WORDS = Arrays.asList(
            null,
            new Alarm.Word("Zoë", null, null),
            new Alarm.Word("otto", "défaut \"x\"", Instant.ofEpochMilli(5_000)));

    @Test
    void whatIsWrittenIsRead() {
        AlarmSerde serde = new AlarmSerde();
        for (AlarmState state : AlarmState.values()) {
            for (Alarm.Word word : WORDS) {
                Alarm alarm = new Alarm(
                        Conditions.of(Severity.MINOR, true),
                        Severity.MINOR,
                        Severity.INVALID,
                        state,
                        1L << 40,
                        Instant.ofEpochMilli(1_001),
                        word,
                        Instant.ofEpochMilli(1_002),
                        word != null,
                        Instant.ofEpochMilli(1_003),
                        1L << 41,
                        word == null
                                ? Flips.NONE
                                : new Flips(
                                        List.of(Instant.ofEpochMilli(7), Instant.ofEpochMilli(8)),
                                        1L << 42,
                                        new Swing(-1.5, 7),
                                        word.expiry() == null ? null : Conditions.of(Severity.OK, false)),
                        word == null ? null : Severity.MAJOR,
                        word == null ? null : "rack-down/é");
                byte[] written = serde.serializer().serialize("topic", alarm);

                assertThat(serde.deserializer().deserialize("topic", written)).isEqualTo(alarm);
            }
        }
    }
}
