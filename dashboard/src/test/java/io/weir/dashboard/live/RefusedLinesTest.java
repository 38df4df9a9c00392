package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Rejection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RefusedLinesTest {
    private static final SortedMap<String, String> NO_TAGS = new TreeMap<>();

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
    void aLineWithAWellFormedSeriesHasItsTags() {
        assertThat(tags("volts,place=Z\\ 1,hostname=flp1 v=1x")).isEqualTo(Map.of("place", "Z 1", "hostname", "flp1"));
        assertThat(tags("volts,hostname=flp1")).isEqualTo(Map.of("hostname", "flp1"));
        assertThat(tags("volts,hostname= v=1")).isEmpty();
        assertThat(tags("{\"host\": \"flp1\"}")).isEmpty();
        assertThat(tags("")).isEmpty();
        assertThat(tags("volts,a\\")).isEmpty();
    }

    private Map<String, String> tags(String line) {
        at(line, -1);
        return lines.latest().get(0).tags();
    }

    /** Else reasons of an OTLP receiver would soon be all that are counted. */
    @Test
    void numbersOfOneRequestAreNoReasonOfTheirOwn() {
        for (int i = 1; i < 500; i++) {
            lines.take(
                    new Rejection("writer", "store-refused: too old (" + i + " of 1000 values of a request)", "", -1),
                    new byte[0],
                    1);
        }
        at("volts v=1x", 9);
        assertThat(lines.counts())
                .isEqualTo(Map.of("writer: store-refused: too old", 499L, "gateway: invalid-number", 1L));
        assertThat(lines.latest().get(1).reason()).endsWith("too old (499 of 1000 values of a request)");
    }

    @Test
    void aHostIsNamedAsAWholeWordOfTheLineOrTheSource() {
        RefusedRecord line =
                new RefusedRecord(0, "gateway", "r", "udp 10.0.0.1", "temp,hostname=flp1 c=6o", -1, NO_TAGS);
        assertThat(line.names("flp1")).isTrue();
        assertThat(line.names("10.0.0.1")).isTrue();
        assertThat(line.names("flp")).isFalse();
        assertThat(line.names("lp1")).isFalse();
        assertThat(line.names("")).isFalse();
        RefusedRecord other = new RefusedRecord(0, "gateway", "r", "", "flp10 {\"host\":\"flp1\"}", -1, NO_TAGS);
        assertThat(other.names("flp1")).isTrue();
        assertThat(other.names("flp10")).isTrue();
        assertThat(other.names("host")).isTrue();
        assertThat(new RefusedRecord(0, "gateway", "r", "", "flp1-a flp1_b", -1, NO_TAGS).names("flp1"))
                .isFalse();
    }
}
