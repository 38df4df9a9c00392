package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

class SealedSerdeTest {

    private static final String TOPIC = "weir-alarming-alarms-life-changelog";

    private final Serde<String> serde = SealedSerde.of(Serdes.String(), 3);

    @Test
    void readsWhatItWrote() {
        assertThat(serde.deserializer().deserialize(TOPIC, write("größer"))).isEqualTo("größer");
        assertThat(serde.deserializer().deserialize(TOPIC, write(""))).isEmpty();
    }

    @Test
    void keepsADeletedKeyDeleted() {
        assertThat(serde.serializer().serialize(TOPIC, null)).isNull();
        assertThat(serde.deserializer().deserialize(TOPIC, null)).isNull();
    }

    @Test
    void namesTheChangelogOfEachDamagedByte() {
        for (int at = 0; at < write("some text").length; at++) {
            byte[] damaged = write("some text");
            damaged[at] ^= 4;
            assertThatThrownBy(() -> serde.deserializer().deserialize(TOPIC, damaged))
                    .isInstanceOf(UnusableStateException.class)
                    .hasMessageStartingWith(TOPIC + ": ");
        }
    }

    @Test
    void refusesAnotherLayout() {
        byte[] other = SealedSerde.of(Serdes.String(), 4).serializer().serialize(TOPIC, "text");
        assertThatThrownBy(() -> serde.deserializer().deserialize(TOPIC, other))
                .hasMessageStartingWith(TOPIC + ": written in layout 4, this Weir reads layout 3. ");
    }

    private byte[] write(String text) {
        return serde.serializer().serialize(TOPIC, text);
    }
}
