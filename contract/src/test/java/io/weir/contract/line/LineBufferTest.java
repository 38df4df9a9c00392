package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LineBufferTest {
    private static final byte[] SERIES = "cpu,host=a".getBytes(UTF_8);
    private static final byte[] KEY = "v".getBytes(UTF_8);

    private final LineBuffer buffer = new LineBuffer(0);

    @Test
    void appendsWholeLines() {
        byte[] source = "..v=1,w=\"a b\"..".getBytes(UTF_8);
        buffer.append(SERIES, source, 2, source.length - 2, 1_700_000_000_000_000_000L);
        buffer.append(SERIES, source, 2, 5, -5);
        assertThat(text()).isEqualTo("cpu,host=a v=1,w=\"a b\" 1700000000000000000\ncpu,host=a v=1 -5\n");
        assertThat(buffer.lines()).isEqualTo(2);
    }

    @Test
    void buildsLinesFieldByField() {
        buffer.series(SERIES);
        buffer.field(KEY, 1.5);
        buffer.field("n".getBytes(UTF_8), -42L);
        buffer.field("s".getBytes(UTF_8), "x\"y\"z".getBytes(UTF_8), 1, 4);
        buffer.timestamp(7);
        assertThat(text()).isEqualTo("cpu,host=a v=1.5,n=-42i,s=\"y\" 7\n");
        assertThat(buffer.lines()).isEqualTo(1);
    }

    @Test
    void startsOverWhenCleared() {
        buffer.series(SERIES);
        buffer.field(KEY, 1.0);
        buffer.clear();
        assertThat(buffer.length()).isZero();
        assertThat(buffer.lines()).isZero();
        buffer.append(SERIES, "v=2".getBytes(UTF_8), 0, 3, 0);
        assertThat(text()).isEqualTo("cpu,host=a v=2 0\n");
    }

    @Test
    void refusesLinesThatNoStoreAccepts() {
        assertThatThrownBy(() -> buffer.field(KEY, Double.NaN)).hasMessage("value of field v must be finite, was NaN");
        buffer.series(SERIES);
        assertThatThrownBy(() -> buffer.timestamp(1)).hasMessage("a line needs a field before its timestamp");
    }

    @Test
    void growsAsNeeded() {
        for (int i = 0; i < 10_000; i++) {
            buffer.series(SERIES);
            buffer.field(KEY, Long.MIN_VALUE);
            buffer.timestamp(Long.MIN_VALUE);
        }
        String line = "cpu,host=a v=-9223372036854775808i -9223372036854775808\n";
        assertThat(text()).isEqualTo(line.repeat(10_000));
    }

    @Test
    void writesIntegersAsTheJdkDoes() {
        byte[] bytes = new byte[22];
        for (long magnitude = 1; magnitude > 0 && magnitude < Long.MAX_VALUE / 10; magnitude *= 10) {
            for (long value : new long[] {magnitude, -magnitude, magnitude - 1, magnitude + 1}) {
                int end = LineBuffer.writeLong(bytes, 1, value);
                assertThat(new String(bytes, 1, end - 1, UTF_8)).isEqualTo(Long.toString(value));
            }
        }
        int end = LineBuffer.writeLong(bytes, 0, Long.MAX_VALUE);
        assertThat(new String(bytes, 0, end, UTF_8)).isEqualTo("9223372036854775807");
    }

    private String text() {
        return new String(buffer.toBytes(), UTF_8);
    }
}
