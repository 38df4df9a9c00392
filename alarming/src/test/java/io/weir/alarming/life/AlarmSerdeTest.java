package io.weir.alarming.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import org.junit.jupiter.api.Test;

class AlarmSerdeTest {

    @Test
    void whatIsWrittenIsRead() {
        AlarmSerde serde = new AlarmSerde();
        for (AlarmState state : AlarmState.values()) {
            Alarm alarm = new Alarm(state, Severity.MAJOR, 1L << 40, "température,host=a\\ b");
            byte[] written = serde.serializer().serialize("topic", alarm);

            assertThat(serde.deserializer().deserialize("topic", written)).isEqualTo(alarm);
        }
    }
}
