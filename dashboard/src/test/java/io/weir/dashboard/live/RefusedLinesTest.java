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
}
