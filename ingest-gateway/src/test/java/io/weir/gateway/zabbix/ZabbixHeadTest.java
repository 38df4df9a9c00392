package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.FrameHead.Body;
import io.weir.gateway.intake.FrameHead.More;
import io.weir.gateway.intake.FrameHead.Wrong;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZabbixHeadTest {
    private final FrameHead head = new ZabbixHead();

    @Test
    void flagsSayHowLongTheHeadIs() {
        assertThat(head.read(new byte[64], 0)).isEqualTo(new More(5));
        assertThat(read(1, 7, 0, 5)).isEqualTo(new More(13));
        assertThat(read(1, 7, 0, 13)).isEqualTo(new Body(7));
        assertThat(read(3, 7, 9, 13)).isEqualTo(new Body(7));
        assertThat(read(7, 7, 9, 5)).isEqualTo(new More(21));
        assertThat(read(7, 7, 9, 21)).isEqualTo(new Body(7));
    }

    @Test
    void numbersAreUnsignedAndLittleEndian() {
        assertThat(read(1, 0xfedcba98L, 0, 13)).isEqualTo(new Body(0xfedcba98L));
        assertThat(read(5, 0x0102030405060708L, 0, 21)).isEqualTo(new Body(0x0102030405060708L));
        assertThat(read(5, -1, 0, 21)).isEqualTo(new Body(-1));
        assertThat(ZabbixHead.plainLength(Frames.frame(3, new byte[0], 0, 0xfedcba98L)))
                .isEqualTo(0xfedcba98L);
        assertThat(ZabbixHead.plainLength(Frames.frame(7, new byte[0], 1, -2))).isEqualTo(-2);
    }

    @ParameterizedTest
    @CsvSource({"ZBXD, 0", "ZBXD, 2", "ZBXD, 9", "ZBXD, 255", "ZBXE, 1", "zbxd, 1", "GET , 1", "{\"re, 1"})
    void anythingElseIsWrong(String name, int flags) {
        byte[] bytes = Arrays.copyOf(name.getBytes(UTF_8), 64);
        bytes[4] = (byte) flags;
        assertThat(head.read(bytes, 5)).isEqualTo(new Wrong("zabbix-bad-header"));
    }

    @Test
    void answersAreFramedAsMessagesAre() {
        byte[] body = "x".repeat(70_000).getBytes(UTF_8);
        assertThat(ZabbixHead.framed(body)).isEqualTo(Frames.plain("x".repeat(70_000)));
    }

    private FrameHead.Start read(int flags, long length, long reserved, int read) {
        return head.read(Arrays.copyOf(Frames.frame(flags, new byte[0], length, reserved), read), read);
    }
}
