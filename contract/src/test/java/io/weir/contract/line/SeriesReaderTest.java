package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesReaderTest {

    private final SeriesReader reader = new SeriesReader();

    @ParameterizedTest
    @ValueSource(bytes = {0, '\r'})
    void refusesAControlCharacterAtAnyPlace(byte control) {
        String series = "measurement,host=a\\ b,rack=c\u0001d\u001f,room=\u00c3\u00a9";
        for (int before = 0; before < 9; before++) {
            String padded = ",".repeat(before) + series;
            assertThat(read(padded, before)).isEqualTo(LineError.NONE);
            for (int at = before; at < padded.length(); at++) {
                byte[] bytes = padded.getBytes(ISO_8859_1);
                bytes[at] = control;

                assertThat(reader.read(bytes, before, bytes.length)).isEqualTo(LineError.CONTROL_CHARACTER);
                assertThat(reader.errorAt()).isEqualTo(at);
            }
        }
    }

    /** The bytes beside the series may hold anything. */
    @ParameterizedTest
    @ValueSource(bytes = {0, '\r'})
    void ignoresWhatIsBesideTheSeries(byte control) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            String series = "m,host=" + "x".repeat(1 + random.nextInt(20));
            byte[] bytes = ("\0".repeat(random.nextInt(9)) + "|" + series + "|" + "\0".repeat(random.nextInt(9)))
                    .replace('\0', (char) control)
                    .getBytes(ISO_8859_1);
            int from = new String(bytes, ISO_8859_1).indexOf('|') + 1;

            assertThat(reader.read(bytes, from, from + series.length()))
                    .as("seed %d", seed)
                    .isEqualTo(LineError.NONE);
        }
    }

    private LineError read(String text, int from) {
        return reader.read(text.getBytes(ISO_8859_1), from, text.length());
    }
}
