package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Rejection;
import org.junit.jupiter.api.Test;

class RefusedLinesTest {
    private final RefusedLines lines = new RefusedLines();

    @Test
    void positionCountsCharactersInsteadOfBytes() {
        assertThat(at("volts v=1x", 9)).isEqualTo(9);
        assertThat(at("volts,place=Zürich🔥 v=1x", 27)).isEqualTo(24);
        assertThat(at("volts", 5)).isEqualTo(5);
        assertThat(at("volts", -1)).isEqualTo(-1);
        assertThat(at("v".repeat(501), 500)).isEqualTo(500);
        assertThat(at("v".repeat(502), 501)).isEqualTo(-1);
    }

    private int at(String line, int index) {
        lines.take(new Rejection("gateway", "invalid-number", "", index), line.getBytes(UTF_8), 1);
        return lines.latest().get(0).at();
    }

    @Test
    void aHostIsNamedAsAWholeWordOfTheLineOrTheSource() {
        RefusedRecord line = new RefusedRecord(0, "gateway", "r", "udp 10.0.0.1", "temp,hostname=flp1 c=6o", -1);
        assertThat(line.names("flp1")).isTrue();
        assertThat(line.names("10.0.0.1")).isTrue();
        assertThat(line.names("flp")).isFalse();
        assertThat(line.names("lp1")).isFalse();
        assertThat(line.names("")).isFalse();
        RefusedRecord other = new RefusedRecord(0, "gateway", "r", "", "flp10 {\"host\":\"flp1\"}", -1);
        assertThat(other.names("flp1")).isTrue();
        assertThat(other.names("flp10")).isTrue();
        assertThat(other.names("host")).isTrue();
        assertThat(new RefusedRecord(0, "gateway", "r", "", "flp1-a flp1_b", -1).names("flp1"))
                .isFalse();
    }
}
