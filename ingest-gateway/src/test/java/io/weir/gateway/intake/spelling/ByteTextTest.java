package io.weir.gateway.intake.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ByteTextTest {
    @Test
    void theLowestBytesOfANumberFollowTheLowestFirst() {
        ByteText key = new ByteText(2);
        key.append("a");
        key.appendBytes(0xff, 1);
        key.appendBytes(-2, Integer.BYTES);
        key.appendBytes(0x1122334455667788L, Long.BYTES);
        assertThat(Arrays.copyOf(key.bytes(), key.length()))
                .isEqualTo(HexFormat.of().parseHex("61ff" + "feffffff" + "8877665544332211"));
    }
}
