package io.weir.standalone.probe.out;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramsTest {

    @Test
    void fillsEachWithWholeLines() {
        // Each line has 100 bytes, 8 of them after the series.
        List<String> datagrams = cut(92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92);

        assertThat(datagrams).extracting(String::length).containsExactly(1400, 200);
        assertThat(datagrams).allMatch(datagram -> datagram.endsWith("\n"));
    }

    @Test
    void sendsALineThatIsTooLongAlone() {
        assertThat(cut(20, 2000, 20)).extracting(String::length).containsExactly(28, 2008, 28);
        assertThat(cut(2000, 2000)).extracting(String::length).containsExactly(2008, 2008);
    }

    @Test
    void sendsNothingWithoutLines() {
        assertThat(cut()).isEmpty();
    }

    private static List<String> cut(int... seriesLengths) {
        LineBuffer lines = new LineBuffer(64);
        for (int length : seriesLengths) {
            lines.series("m".repeat(length).getBytes(UTF_8));
            lines.field("f".getBytes(UTF_8), 1);
            lines.timestamp(7);
        }
        List<String> datagrams = new ArrayList<>();
        int[] counted = {0};
        Datagrams.cut(lines, (bytes, from, to, count) -> {
            datagrams.add(new String(bytes, from, to - from, UTF_8));
            counted[0] += count;
        });
        assertThat(counted[0]).isEqualTo(seriesLengths.length);
        assertThat(String.join("", datagrams)).isEqualTo(new String(lines.toBytes(), UTF_8));
        return datagrams;
    }
}
