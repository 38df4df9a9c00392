package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.LineReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceReaderTest {
    private final LineReader line = new LineReader();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu,host=a v=1,seq=17i 1         | 17",
                "cpu,host=a seq=17u,v=1           | 17",
                "cpu,host=a seq=17                | 17",
                "cpu,host=a seq=1e3               | 1000",
                "cpu,host=a seq=9007199254740993i | 9007199254740993",
                "cpu,host=a seq=1.5               | -1",
                "cpu,host=a seq=-1i               | -1",
                "cpu,host=a seq=1e300             | -1",
                "cpu,host=a seq=t                 | -1",
                "cpu,seq=5 v=1                    | -1",
                "cpu,host=a sequence=5i,xseq=6i   | -1",
            })
    void findsTheFieldAndLeavesTheSeries(String text, long number) {
        SequenceReader reader = new SequenceReader(new SequenceName("seq", false));
        for (int i = 0; i < 2; i++) {
            assertThat(read(reader, text)).isEqualTo(number);
            assertThat(series(reader)).isEqualTo(text.substring(0, text.indexOf(' ')));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu,host=a,seq=17 v=1            | 17 | cpu,host=a",
                "cpu,seq=17,host=a v=1            | 17 | cpu,host=a",
                "cpu,seq=0 v=1                    | 0  | cpu",
                "cpu,a=b,seq=999999999999999999,c=d v=1 | 999999999999999999 | cpu,a=b,c=d",
                "cpu,a=b\\,seq=1,seq=2 v=1        | 2  | cpu,a=b\\,seq=1",
                "cpu,seq=1x,host=a v=1            | -1 | cpu,seq=1x,host=a",
                "cpu,seq=9999999999999999999 v=1  | -1 | cpu,seq=9999999999999999999",
                "cpu,seq= v=1                     | -1 | cpu,seq=",
                ",seq=5 v=1                       | -1 | ',seq=5'",
                ",a=b,seq=5 v=1                   | -1 | ',a=b,seq=5'",
                "cpu,host=a v=1,seq=5i            | -1 | cpu,host=a",
                "cpu,xseq=1,seqx=2 v=1            | -1 | cpu,xseq=1,seqx=2",
                "cpu,seq v=1                      | -1 | cpu,seq",
                "cpu,seq=1,seq=2 v=1              | -1 | cpu,seq=1,seq=2",
            })
    void takesTheTagOutOfTheSeries(String text, long number, String series) {
        SequenceReader reader = new SequenceReader(new SequenceName("seq", true));
        for (int i = 0; i < 2; i++) {
            assertThat(read(reader, text)).isEqualTo(number);
            assertThat(series(reader)).isEqualTo(series);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a,b", "a=b", "a\\b", "a\"b"})
    void refusesNamesThatNeedEscapes(String name) {
        assertThatThrownBy(() -> new SequenceName(name, true)).isInstanceOf(Refusal.class);
    }

    private long read(SequenceReader reader, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        line.wrap(bytes, 0, bytes.length);
        assertThat(line.next()).isTrue();
        return reader.read(line);
    }

    private static String series(SequenceReader reader) {
        return new String(reader.series(), reader.seriesStart(), reader.seriesEnd() - reader.seriesStart(), UTF_8);
    }
}
