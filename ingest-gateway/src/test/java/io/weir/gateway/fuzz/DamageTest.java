package io.weir.gateway.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class DamageTest {
    private static final int PACKETS = 5_000;
    private static final byte[] FIRST = "0123456789".getBytes(US_ASCII);
    private static final byte[] SECOND = "abcdefghij".getBytes(US_ASCII);

    @Test
    void theSameSeedGivesTheSamePackets() {
        byte[][] packets = packets(1).toArray(byte[][]::new);

        assertThat(packets).isDeepEqualTo(packets(1).toArray(byte[][]::new));
        assertThat(Arrays.deepEquals(packets, packets(2).toArray(byte[][]::new)))
                .isFalse();
    }

    @Test
    void packetsAreCutJoinedChangedAndNowAndThenWhole() {
        List<String> packets =
                packets(3).stream().map(packet -> new String(packet, US_ASCII)).toList();

        assertThat(packets).contains("", "0123456789", "abcdefghij", "0123");
        assertThat(packets).anyMatch(packet -> packet.matches("\\d+[a-j]+"));
        assertThat(packets).anyMatch(packet -> packet.matches("0123456789.{1000,}"));
        assertThat(packets).anyMatch(packet -> packet.length() == 10 && !packet.matches("[0-9a-j]*"));
        assertThat(packets).allMatch(packet -> packet.length() <= 65_507);
        assertThat(FIRST).asString().isEqualTo("0123456789");
    }

    @Test
    void nothingCannotBeDamaged() {
        assertThatThrownBy(() -> new Damage(1, List.of())).hasMessageContaining("at least one valid packet");
    }

    private static List<byte[]> packets(long seed) {
        Damage damage = new Damage(seed, List.of(FIRST, SECOND));
        List<byte[]> packets = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            packets.add(damage.next());
        }
        return packets;
    }
}
