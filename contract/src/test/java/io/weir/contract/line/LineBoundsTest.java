package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineBounds.Refused;
import org.junit.jupiter.api.Test;

class LineBoundsTest {

    private final LineBounds bounds = LineBounds.STANDARD;
    private final LineReader lines = new LineReader();
    private final SeriesReader series = new SeriesReader();

    @Test
    void acceptsCommonLines() {
        assertThat(line("cpu,host=flp1 value=1 1")).isEqualTo(LineError.NONE);
        assertThat(series("cpu,host=flp1")).isEqualTo(LineError.NONE);
    }

    @Test
    void boundsTheLine() {
        String fields = "v=1".concat(",v=1".repeat(bounds.lineBytes() / 4));
        assertThat(line("cpu " + fields)).isEqualTo(LineError.LINE_TOO_LONG);
    }

    @Test
    void boundsStrings() {
        String longest = "x".repeat(bounds.stringBytes());
        assertThat(line("cpu s=\"" + longest + "\"")).isEqualTo(LineError.NONE);
        assertThat(line("cpu s=\"" + longest + "x\"")).isEqualTo(LineError.STRING_TOO_LONG);
    }

    @Test
    void boundsKeysOfFields() {
        String longest = "k".repeat(bounds.nameBytes());
        assertThat(line("cpu " + longest + "=1")).isEqualTo(LineError.NONE);
        assertThat(line("cpu a=1," + longest + "k=1")).isEqualTo(LineError.NAME_TOO_LONG);
    }

    @Test
    void boundsNamesOfSeries() {
        String longest = "x".repeat(bounds.nameBytes());
        assertThat(series(longest)).isEqualTo(LineError.NONE);
        assertThat(series(longest + "x")).isEqualTo(LineError.NAME_TOO_LONG);
        assertThat(series("cpu,host=" + longest)).isEqualTo(LineError.NONE);
        assertThat(series("cpu,host=" + longest + "x")).isEqualTo(LineError.NAME_TOO_LONG);
        assertThat(series("cpu," + longest + "x=a")).isEqualTo(LineError.NAME_TOO_LONG);
    }

    @Test
    void boundsTheSeries() {
        StringBuilder tags = new StringBuilder("cpu");
        for (int tag = 0; tag < 9; tag++) {
            tags.append(",t").append(tag).append('=').append("x".repeat(bounds.nameBytes()));
        }
        assertThat(series(tags.toString())).isEqualTo(LineError.SERIES_TOO_LONG);
    }

    @Test
    void refusesConfiguredCharactersInStrings() {
        assertThat(refused(Refused.NOTHING)).isEmpty();
        assertThat(refused(Refused.NUL)).isEqualTo("0 ");
        assertThat(refused(Refused.CONTROLS))
                .isEqualTo("0 1 2 3 4 5 6 7 8 11 12 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 127 ");
    }

    private String refused(Refused inStrings) {
        LineBounds asTold = new LineBounds(1000, 1000, 1000, 1000, inStrings);
        StringBuilder refused = new StringBuilder();
        for (char c = 0; c < 128; c++) {
            String text = c == '"' || c == '\\' ? "\\" + c : String.valueOf(c);
            read("cpu s=\"a" + text + "b\"");
            if (asTold.refuses(lines) == LineError.CONTROL_CHARACTER) {
                refused.append((int) c).append(' ');
            }
        }
        return refused.toString();
    }

    private LineError line(String text) {
        read(text);
        return bounds.refuses(lines);
    }

    private void read(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        lines.wrap(bytes, 0, bytes.length);
        assertThat(lines.next()).isTrue();
        assertThat(lines.error()).isEqualTo(LineError.NONE);
    }

    private LineError series(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(series.read(bytes, 0, bytes.length)).isEqualTo(LineError.NONE);
        return bounds.refuses(series);
    }
}
